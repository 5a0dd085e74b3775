import { ActionIcon, Group, Textarea, type TextareaProps } from '@mantine/core'
import Bold from 'lucide-react/icons/bold'
import Heading from 'lucide-react/icons/heading'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { latinKey } from '../ui/keys.ts'
import { type InputProps, inputTraits, textOf } from './input.ts'
import type { PasteTarget } from './pasted.ts'

interface Selected {
  text: string
  start: number
  end: number
}

export const around = ({ text, start, end }: Selected, mark: string): Selected => {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const inner = text.slice(start, end)
  if (before.endsWith(mark) && after.startsWith(mark)) {
    return {
      text: before.slice(0, -mark.length) + inner + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  }
  return { text: before + mark + inner + mark + after, start: start + mark.length, end: end + mark.length }
}

export const linked = ({ text, start, end }: Selected): Selected => {
  const inner = text.slice(start, end) || 'link'
  const urlStart = start + inner.length + 3
  return { text: `${text.slice(0, start)}[${inner}](https://)${text.slice(end)}`, start: urlStart, end: urlStart + 8 }
}

/** Prefixes each selected line with the mark, or removes it when all lines have it. */
export const lined = ({ text, start, end }: Selected, mark: string): Selected => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  const written = lines.map((line) => (all ? line.slice(mark.length) : `${mark}${line}`)).join('\n')
  return { text: text.slice(0, from) + written + text.slice(to), start: from, end: from + written.length }
}

const marks = [
  { label: 'Bold', key: 'b', Icon: Bold, apply: (at: Selected) => around(at, '**') },
  { label: 'Italic', key: 'i', Icon: Italic, apply: (at: Selected) => around(at, '_') },
  { label: 'Link', key: 'e', Icon: LinkIcon, apply: linked },
  { label: 'Heading', Icon: Heading, apply: (at: Selected) => lined(at, '## ') },
  { label: 'List', Icon: List, apply: (at: Selected) => lined(at, '- ') },
]

const fetchPaste = () => import('./paste.ts')

interface Props extends InputProps {
  /** Attributes of its own for the element. */
  textarea?: TextareaProps
  takeBlocks?: PasteTarget['takeBlocks']
}

/** Text with marks, and buttons for them. What is pasted keeps its structure. */
export const MarkdownInput = ({ textarea, takeBlocks, ...props }: Props) => {
  const text = textOf(props.value)
  const [refused, refuse] = useState<string>()
  const change = (next: string) => {
    refuse(undefined)
    props.onChange(next)
  }
  const area = useRef<HTMLTextAreaElement>(null)

  const mark = (apply: (at: Selected) => Selected) => {
    const element = area.current
    if (!element) return
    const next = apply({ text, start: element.selectionStart, end: element.selectionEnd })
    change(next.text)
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(next.start, next.end)
    })
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData: data, currentTarget: element } = event
    event.preventDefault()
    const [text = '', html = '', rtf = ''] = ['plain', 'html', 'rtf'].map((type) => data.getData(`text/${type}`))
    const clipboard = { text, html, rtf, files: [...data.files] }
    const { value, selectionStart, selectionEnd } = element
    const at = { value, selectionStart, selectionEnd }
    const target = { element, at, max: props.field.max ?? Infinity, refuse, takeBlocks }
    const asText = () => document.activeElement === element && document.execCommand('insertText', false, text)
    void fetchPaste().then((reader) => reader.paste(clipboard, target), asText)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    textarea?.onKeyDown?.(event)
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const pressed = latinKey(event).toLowerCase()
    const found = marks.find(({ key }) => key === pressed)
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
      onFocus={() => {
        fetchPaste().catch(() => {})
        props.onFocus?.()
      }}
      error={refused ? <span role="alert">{refused}</span> : props.error}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={paste}
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
