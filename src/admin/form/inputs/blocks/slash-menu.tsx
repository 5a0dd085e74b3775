import { useEffect, useRef } from 'react'
import { type BlockKindName, blockKinds } from '../../../../model/blocks/kinds.ts'
import { KindLine } from './kind-line.tsx'

type Kind = (typeof blockKinds)[number]

/** The kinds that a text such as `/gal` asks for; none for any other text. */
export const kindsAskedFor = (text: string): readonly Kind[] => {
  if (!/^\/[\p{L} ]{0,30}$/u.test(text)) return []
  const wanted = text.slice(1).trim().toLowerCase()
  const starts = ({ kind, label }: Kind) => kind.startsWith(wanted) || ` ${label.toLowerCase()}`.includes(` ${wanted}`)
  return blockKinds.filter(starts)
}

interface Props {
  id: string
  kinds: readonly Kind[]
  active: number
  choose(kind: BlockKindName): void
}

export const optionId = (id: string, at: number): string => `${id}-${at}`

/** The kinds below the text in which `/` was typed. The text keeps the focus. */
export const SlashMenu = ({ id, kinds, active, choose }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  // It returns a promise in newer browsers, which is no cleanup.
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one becomes active.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} className="slash-menu" role="listbox" aria-label="Kinds of block">
      {kinds.map((kind, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the text has the focus and the keys.
        <div
          key={kind.kind}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(kind.kind)}
        >
          <KindLine kind={kind} />
        </div>
      ))}
    </div>
  )
}
