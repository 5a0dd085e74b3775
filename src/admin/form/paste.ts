import { lengthOf, longestBlocks, mostBlocks, newBlockId } from '../../model/blocks/blocks-field.ts'
import { type Block, kindsByName } from '../../model/blocks/kinds.ts'
import { markdownToBlocks } from '../../model/blocks/markdown-to-blocks.ts'
import { ApiError } from '../api/client.ts'
import { latinKey } from '../ui/keys.ts'
import { toastError } from '../ui/toast.tsx'
import { blocksForFiles } from './image-blocks.ts'
import type { Clipboard, Pasted, PasteTarget, Spot } from './pasted.ts'

// Browsers tell nothing of Shift in the event of a paste, and not where a text was copied.
const heard = { isPlain: false, own: '' }
if (typeof document !== 'undefined') {
  const copied = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement)
      heard.own = target.value.slice(target.selectionStart, target.selectionEnd)
  }
  document.addEventListener('copy', copied, true)
  document.addEventListener('cut', copied, true)
  const pressed = (event: KeyboardEvent) => {
    heard.isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && latinKey(event).toLowerCase() === 'v'
  }
  document.addEventListener('keydown', pressed, true)
}

const isMarkdown = (text: string): boolean =>
  /^ {0,3}(?:#{1,6} |```|~~~|:::|> |\|)/m.test(text) || /\*\*\S|\]\(|`[^`\n]+`|\\$/m.test(text)

const item = /^([ \t\u00a0]*)([•·◦▪‣○●■–*-]|o(?=\t)|\d{1,3}[.)])[ \t\u00a0]+(.*)$/

const widthOf = (space: string) => space.replaceAll('\t', '    ').length

/** Plain text as Markdown that looks like it: lines end where they end, and lines that begin with a bullet or a number are a list. */
export const plainMarkdown = (text: string): string => {
  if (isMarkdown(text)) return text
  const written: string[] = []
  // Columns by which the items of open lists are indented.
  let open: number[] = []
  let last: 'text' | 'item' | 'code' | undefined
  for (const line of text.split('\n')) {
    const [, space = '', mark = '', rest = ''] = item.exec(line) ?? []
    const inset = widthOf(/^\s*/.exec(line)?.[0] ?? '')
    if (line.trim() === '') {
      if (last) written.push('')
      last = undefined
    } else if (mark !== '') {
      if (last && last !== 'item') written.push('')
      open = [...open.filter((width) => width < widthOf(space)), widthOf(space)]
      written.push(`${' '.repeat(4 * (open.length - 1))}${/\d/.test(mark) ? mark : '-'} ${rest}`)
      last = 'item'
    } else if (last === 'item' && inset > (open.at(-1) ?? 0)) written[written.length - 1] += ` ${line.trim()}`
    else {
      if (last === 'item') written.push('')
      if (last === 'text') written[written.length - 1] += '\\'
      written.push(line)
      open = []
      // Four spaces after an empty line are program text, whose lines stay.
      last = inset >= 4 && last !== 'text' ? 'code' : 'text'
    }
  }
  return written.join('\n').trim()
}

const none: ReadonlyMap<string, readonly File[]> = new Map()

const asItIs = (markdown: string): Pasted => {
  // New ids: what is pasted may have been copied here.
  const blocks = markdownToBlocks(markdown).map((block) => ({ ...block, id: newBlockId() }))
  return { markdown, inline: true, blocks, files: none, left: [] }
}

const plain = (text: string): Pasted => {
  const markdown = plainMarkdown(text)
  return { ...asItIs(markdown), inline: !text.trim().includes('\n') && !item.test(text) }
}

const filesAlone = (files: readonly File[]): Pasted => {
  const found = blocksForFiles(files)
  const byId = new Map(found.map(({ block, files: own }) => [block.id, own]))
  return { markdown: '', inline: true, blocks: found.map(({ block }) => block), files: byId, left: [] }
}

/** Reads a clipboard. Text that was copied from a field here, or `asText`, stays as it is; HTML that cannot be read counts as its plain text. */
export const readClipboard = async (
  { html, rtf, text: given, files }: Clipboard,
  { own = '', asText = false } = {},
): Promise<Pasted> => {
  const text = given.replace(/\r\n?/g, '\n')
  // Spreadsheets and word processors add an image of the text to it.
  if (files.length > 0 && text.trim() === '') return filesAlone(files)
  if (asText) return { ...asItIs(text), blocks: [] }
  // More than any field holds is not worth reading.
  if ((text === own && own !== '') || text.length > longestBlocks) return asItIs(text)
  if (html === '') return plain(text)
  const found = await import('./read-html.ts').then(({ readHtml }) => readHtml(html, rtf)).catch(() => plain(text))
  // Program text stays as it is.
  if (!found?.inline) return found ?? asItIs(text)
  const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : '']
  return { ...found, markdown: before + found.markdown + after }
}

/** Start and end of the text that a paste replaces now; undefined when the field was changed around it. Text typed since stands behind it. */
const spotIn = ({ value }: HTMLTextAreaElement, { before, after }: Spot, selected: string) => {
  if (!value.startsWith(before) || !value.endsWith(after) || value.length < before.length + after.length)
    return undefined
  const isSame = value.slice(before.length, value.length - after.length) === selected
  return { start: before.length, end: before.length + (isSame ? selected.length : 0) }
}

/** Inserts as if it were typed, so that the browser can undo it. */
const insert = (element: HTMLTextAreaElement, start: number, end: number, text: string) => {
  element.focus()
  element.setSelectionRange(start, end)
  // One that is gone takes no focus: another field would get the text.
  if (document.activeElement === element && document.execCommand('insertText', false, text)) return
  element.setRangeText(text, start, end, 'end')
  element.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** A blank line between two paragraphs. */
const gap = (before: string, after: string): string => {
  if (before.trim() === '' || after.trim() === '' || before.endsWith('\n\n') || after.startsWith('\n\n')) return ''
  return before.endsWith('\n') || after.startsWith('\n') ? '\n' : '\n\n'
}

const tellLeft = (left: readonly string[], reason: string) => {
  if (left.length === 0) return
  const names = `${left.slice(0, 5).join(', ')}${left.length > 5 ? ` and ${left.length - 5} more` : ''}`
  const title = left.length === 1 ? 'An image was not pasted' : `${left.length} images were not pasted`
  toastError(new ApiError('unsupported-type', `${names}: ${reason}`, { status: 415 }), title)
}

const longestText = kindsByName.get('text')?.fields.markdown?.max ?? 0

/** Why these blocks are too much for the editor; undefined when they are not. */
const excessOf = (blocks: readonly Block[]): string | undefined => {
  if (blocks.length > mostBlocks) return `Not pasted: it would make ${blocks.length} blocks, of at most ${mostBlocks}.`
  const length = lengthOf(blocks)
  if (length > longestBlocks)
    return `Not pasted: all blocks would have ${length} characters, of at most ${longestBlocks}.`
  const isLong = blocks.some((block) => block.kind === 'text' && block.markdown.length > longestText)
  return isLong ? `Not pasted: one text would have more than ${longestText} characters.` : undefined
}

/** Pastes a clipboard into a field: as text at the caret, or as blocks. What does not fit is refused as a whole. */
export const paste = async (clipboard: Clipboard, target: PasteTarget): Promise<void> => {
  const { element, at, max, refuse, takeBlocks } = target
  const { value, selectionStart, selectionEnd } = at
  const spot = { before: value.slice(0, selectionStart), after: value.slice(selectionEnd) }
  const reading = readClipboard(clipboard, { own: heard.own, asText: heard.isPlain })
  heard.isPlain = false
  const pasted = await reading
  const { start, end } = spotIn(element, spot, value.slice(selectionStart, selectionEnd)) ?? {
    start: element.selectionStart,
    end: element.selectionEnd,
  }
  const now = { before: element.value.slice(0, start), after: element.value.slice(end) }
  const { markdown, inline, blocks, files, left } = pasted
  if (takeBlocks && (blocks.length > 1 || blocks.some(({ kind }) => kind !== 'text'))) {
    const problem = takeBlocks(now, pasted, excessOf)
    if (problem) return refuse(problem)
  } else if (markdown !== '') {
    const text = inline ? markdown : gap(now.before, markdown) + markdown + gap(markdown, now.after)
    const length = now.before.length + text.length + now.after.length
    if (length > max) return refuse(`Not pasted: the text would have ${length} characters, of at most ${max}.`)
    insert(element, start, end, text)
  }
  if (takeBlocks) tellLeft(left, 'Only the address came along. Save the image and upload the file.')
  else tellLeft([...left, ...[...files.values()].flat().map(({ name }) => name)], 'This text has no images.')
}
