import { Badge, Text } from '@mantine/core'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Package from 'lucide-react/icons/package'
import { memo, useContext, useMemo } from 'react'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { kindsByName } from '../../../../model/blocks/kinds.ts'
import { isNewerBlock } from '../../../../model/blocks/newer-blocks.ts'
import { summaryOf } from '../../../../model/blocks/summary-of.ts'
import { SortingHandle } from '../../../ui/sorting/sorting-handle.tsx'
import type { Sorting } from '../../../ui/sorting/use-sorting.tsx'
import type { Input, InputProps } from '../input.ts'
import { ItemsInput } from '../items-input.tsx'
import { PartInputs } from '../part-inputs.tsx'
import type { PasteTarget } from '../paste/pasted.ts'
import { AddBlock } from './add-block.tsx'
import { type BlockActs, labelOf } from './block-acts.ts'
import { BlockMenu } from './block-menu.tsx'
import { kindIcons } from './kind-icons.ts'
import { PlainBlocks } from './plain-blocks.ts'
import { TextBlockInput } from './text-block-input.tsx'

interface Props extends Pick<InputProps, 'name' | 'onFocus' | 'onBlur'> {
  block: Block
  at: number
  count: number
  collapsed: boolean
  problems: Readonly<Record<string, string>>
  acts: BlockActs
  toggle(id: string): void
  sorting: Sorting
}

/** The input of the text, which can turn into other blocks. */
const textInput = (id: string, acts: BlockActs): Input => {
  const takeBlocks: PasteTarget['takeBlocks'] = (...pasted) => acts.paste(id, ...pasted)
  return (props) => <TextBlockInput {...props} takeBlocks={takeBlocks} choose={(kind) => acts.replace(id, kind)} />
}

/** One block, with its heading, its fields and a `+` below. Drawn again only when something of it changes. */
export const BlockRow = memo((props: Props) => {
  const { block, at, count, collapsed, problems, acts, toggle, sorting, name, onFocus, onBlur } = props
  const { id, kind } = block
  const label = labelOf(block)
  const blockName = `block ${at + 1}, ${label}`
  const isNewer = isNewerBlock(block)
  const isPlain = useContext(PlainBlocks).includes(id)
  const Icon = isNewer ? Package : kindIcons[kind]
  const wrong = Object.keys(problems).length
  const text = useMemo(() => textInput(id, acts), [id, acts])
  return (
    <li className="block" data-block={id}>
      <fieldset
        className="block-card"
        aria-label={`Block ${at + 1} of ${count}, ${label}`}
        data-wrong={wrong > 0 || undefined}
      >
        <div className="block-head">
          <SortingHandle sorting={sorting} id={id} name={blockName} />
          <button
            type="button"
            className="block-toggle"
            aria-expanded={!collapsed}
            data-reveal
            onClick={() => toggle(id)}
          >
            <ChevronRight size={16} className="block-chevron" aria-hidden />
            <Icon size={16} aria-hidden />
            <span className="block-label">{label}</span>
            {collapsed && (
              <span className="block-summary">{isNewer ? 'Made by a newer version' : summaryOf(block) || 'Empty'}</span>
            )}
          </button>
          {wrong > 0 && (
            <Badge color="red" variant="light" size="sm">
              {wrong === 1 ? '1 problem' : `${wrong} problems`}
            </Badge>
          )}
          <BlockMenu id={id} name={blockName} at={at} count={count} isNewer={isNewer} acts={acts} />
        </div>
        {!collapsed && (
          <div className="block-body" data-kind={kind}>
            {isNewer && (
              <Text size="sm" c="dimmed">
                Made by a newer version of Vitrine. It is kept as it is, and visitors do not see it here. Update to edit
                it.
              </Text>
            )}
            {isPlain && (
              <Text size="sm" c="dimmed">
                Visitors see this text unformatted: drawing it, or the other texts here, takes too long. Use fewer
                marks, or split it.
              </Text>
            )}
            <PartInputs
              name={name}
              fields={kindsByName.get(kind)?.fields ?? {}}
              values={block}
              problems={problems}
              change={(part, value) => acts.change(id, part, value)}
              inputOf={(field) => (kind === 'text' ? text : field.kind === 'items' ? ItemsInput : undefined)}
              {...(onFocus && { onFocus })}
              {...(onBlur && { onBlur })}
            />
          </div>
        )}
      </fieldset>
      <AddBlock at={at + 1} count={count} acts={acts} />
    </li>
  )
})
