import { Kbd } from '@mantine/core'
import { modKey } from '../mod-key.ts'
import type { Found } from './search-items.ts'

const keyText = (keys: string) => keys.replace('mod+', `${modKey} `).replace('shift+', 'Shift ')

interface PaletteOptionProps {
  id: string
  found: Found
  active: boolean
  choose(): void
  point(): void
}

export const PaletteOption = ({ id, found: { item, pieces }, active, choose, point }: PaletteOptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
  <div
    id={id}
    role="option"
    aria-selected={active}
    className="palette-option"
    data-grave={item.grave}
    onClick={choose}
    onPointerMove={active ? undefined : point}
  >
    <span className="palette-label">
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of one label never move. */}
      {pieces.map(({ text, matched }, at) => (matched ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */}
    </span>
    <span className="palette-detail">{item.detail}</span>
    {item.keys && (
      <Kbd size="xs" aria-hidden>
        {keyText(item.keys)}
      </Kbd>
    )}
  </div>
)
