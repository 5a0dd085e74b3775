import { type KeyboardEvent, useId, useState } from 'react'
import type { BlockKindName } from '../../../../model/blocks/kinds.ts'
import { type InputProps, textOf } from '../input.ts'
import { MarkdownInput } from '../markdown-input.tsx'
import type { PasteTarget } from '../paste/pasted.ts'
import { kindsAskedFor, optionId, SlashMenu } from './slash-menu.tsx'

interface Props extends InputProps {
  /** Called with the kind chosen after a `/`. */
  choose(kind: BlockKindName): void
  takeBlocks: PasteTarget['takeBlocks']
}

/** The text of a block. `/` in an empty one offers the other kinds. */
export const TextBlockInput = ({ choose, takeBlocks, ...props }: Props) => {
  const id = useId()
  const text = textOf(props.value)
  const [focused, setFocused] = useState(false)
  // The text for which the menu was closed.
  const [closed, setClosed] = useState('')
  const [picked, setPicked] = useState(0)
  const kinds = focused && text !== closed ? kindsAskedFor(text) : []
  const active = Math.min(picked, kinds.length - 1)
  const open = kinds.length > 0

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.nativeEvent.isComposing) return
    const { key } = event
    const kind = kinds[active]?.kind
    if (key === 'ArrowDown') setPicked((active + 1) % kinds.length)
    else if (key === 'ArrowUp') setPicked((active - 1 + kinds.length) % kinds.length)
    else if (key === 'Enter' && kind) choose(kind)
    else if (key === 'Escape') setClosed(text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="text-block">
      <MarkdownInput
        {...props}
        takeBlocks={takeBlocks}
        onChange={(next) => {
          if (next === '') setClosed('')
          setPicked(0)
          props.onChange(next)
        }}
        onFocus={() => {
          setFocused(true)
          props.onFocus?.()
        }}
        onBlur={() => {
          setFocused(false)
          props.onBlur?.()
        }}
        textarea={{
          minRows: 3,
          maxRows: 40,
          dir: 'auto',
          placeholder: 'Write, or type / for another block',
          onKeyDown,
          'aria-autocomplete': 'list',
          'aria-controls': open ? id : undefined,
          'aria-activedescendant': open ? optionId(id, active) : undefined,
        }}
      />
      {open && <SlashMenu id={id} kinds={kinds} active={active} choose={choose} />}
      <span role="status" className="visually-hidden">
        {open && `${kinds.length} kinds of block. Arrow keys choose, Enter inserts.`}
      </span>
    </div>
  )
}
