import { ActionIcon, Group, Textarea, type TextareaProps } from '@mantine/core'
import Bold from 'lucide-react/icons/bold'
import Heading from 'lucide-react/icons/heading'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import { type KeyboardEvent, useRef } from 'react'
import { type InputProps, inputTraits, textOf } from './input.ts'
import { around, lined, linked, type Selected } from './markdown-marks.ts'

const marks = [
  { label: 'Bold', key: 'b', Icon: Bold, apply: (at: Selected) => around(at, '**') },
  { label: 'Italic', key: 'i', Icon: Italic, apply: (at: Selected) => around(at, '_') },
  { label: 'Link', key: 'e', Icon: LinkIcon, apply: linked },
  { label: 'Heading', Icon: Heading, apply: (at: Selected) => lined(at, '## ') },
  { label: 'List', Icon: List, apply: (at: Selected) => lined(at, '- ') },
]

/** Text with marks, and buttons for them. `textarea` has attributes of its own for the element. */
export const MarkdownInput = ({ textarea, ...props }: InputProps & { textarea?: TextareaProps }) => {
  const text = textOf(props.value)
  const area = useRef<HTMLTextAreaElement>(null)

  const mark = (apply: (at: Selected) => Selected) => {
    const element = area.current
    if (!element) return
    const next = apply({ text, start: element.selectionStart, end: element.selectionEnd })
    props.onChange(next.text)
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(next.start, next.end)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    textarea?.onKeyDown?.(event)
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const found = marks.find(({ key }) => key === event.key.toLowerCase())
    if (!found) return
    event.preventDefault()
    mark(found.apply)
  }

  return (
    <Textarea
      ref={area}
      {...inputTraits(props, text)}
      className="markdown-input"
      autosize
      minRows={6}
      maxRows={24}
      {...textarea}
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      inputContainer={(children) => (
        <>
          <Group gap={2} mb={4} role="group" aria-label={`Formatting of ${props.field.label}`}>
            {marks.map(({ label, Icon, apply }) => (
              <ActionIcon key={label} size="md" aria-label={label} onClick={() => mark(apply)}>
                <Icon size={16} aria-hidden />
              </ActionIcon>
            ))}
          </Group>
          {children}
        </>
      )}
    />
  )
}
