import { newBlockId } from './blocks-field.ts'
import { type Block, kindsByName } from './kinds.ts'
import { type CodeLanguage, codeLanguages } from './languages.ts'
import { type IdOf, readDirective } from './read-directive.ts'
import { type TextLines, textLines } from './text-lines.ts'

type Unnamed = Omit<Block, 'id'> & { id?: string }

/** Other names that people give these languages. */
const otherNames: Readonly<Record<string, CodeLanguage>> = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  cs: 'csharp',
  yml: 'yaml',
  md: 'markdown',
  svg: 'html',
  xml: 'html',
}

/** The language of program text by the name that people give it; plain text where nobody knows it. */
export const languageOf = (info: string): CodeLanguage => {
  const name = info.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''
  if (Object.hasOwn(codeLanguages, name)) return name as CodeLanguage
  return (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined) ?? 'text'
}

const mostInGallery = 12
const longestCode = kindsByName.get('code')?.fields.code?.max ?? 0

const textBlock = (lines: readonly string[]): Unnamed[] => {
  const markdown = lines.join('\n').trim()
  return markdown === '' ? [] : [{ kind: 'text', markdown } as Unnamed]
}

const fence = /^(`{3,}|~{3,})([^`]*)$/

const readCode = (text: TextLines, at: number): { block: Unnamed; next: number } | undefined => {
  const [, row = '', info = ''] = fence.exec(text.lines[at] ?? '') ?? []
  if (row === '') return undefined
  const end = text.nextFence(at)
  if (end < 0 || text.lengthOf(at + 1, end) > longestCode) return undefined
  const code = text.lines.slice(at + 1, end).join('\n')
  return { block: { kind: 'code', language: languageOf(info), code, caption: '' } as Unnamed, next: end + 1 }
}

const imageMark = /!\[([^\]]*)\]\(<?([^\s()<>]+)>?(?:\s+"([^"]*)")?\)\s*/y

/** The images of a paragraph that has nothing else. */
const imagesIn = (paragraph: string, idOf: IdOf): { image: string; caption: string }[] | undefined => {
  const images: { image: string; caption: string }[] = []
  for (imageMark.lastIndex = 0; imageMark.lastIndex < paragraph.length; ) {
    const [, alt = '', file = '', title] = imageMark.exec(paragraph) ?? []
    const image = file === '' ? undefined : idOf(file)
    if (image === undefined) return undefined
    images.push({ image, caption: (title ?? alt).replace(/\s+/g, ' ').trim().slice(0, 300) })
  }
  return images
}

const imageBlocks = (images: readonly { image: string; caption: string }[]): Unnamed[] =>
  Array.from({ length: Math.ceil(images.length / mostInGallery) }, (_, n) => {
    const some = images.slice(n * mostInGallery, (n + 1) * mostInGallery)
    return (some.length === 1 ? { kind: 'image', ...some[0] } : { kind: 'gallery', images: some }) as Unnamed
  })

const paragraphAt = (lines: readonly string[], at: number): string[] => {
  let end = at + 1
  while (end < lines.length && lines[end]?.trim() !== '') end += 1
  return lines.slice(at, end)
}

/**
 * Markdown as blocks: what `blocksToMarkdown` wrote as it was, a paragraph of images as an image or a gallery, program text between fences
 * as code, and everything between them as text. An image of no known file stays in the text.
 */
export const markdownToBlocks = (
  markdown: string,
  { idOf, newId = newBlockId }: { idOf?: IdOf; newId?: () => string } = {},
): Block[] => {
  const all = textLines(markdown)
  const { lines } = all
  const blocks: Unnamed[] = []
  let text: string[] = []
  const flush = (...more: Unnamed[]) => {
    blocks.push(...textBlock(text), ...more)
    text = []
  }
  for (let at = 0; at < lines.length; ) {
    const found = readDirective(all, at, idOf ?? ((file) => file)) ?? readCode(all, at)
    if (found) {
      flush(found.block)
      at = found.next
      continue
    }
    const starts = idOf && lines[at]?.startsWith('![') && (lines[at - 1] ?? '').trim() === ''
    const paragraph = starts ? paragraphAt(lines, at) : []
    const images = starts ? imagesIn(paragraph.join('\n'), idOf) : undefined
    if (images) {
      flush(...imageBlocks(images))
      at += paragraph.length
    } else text.push(lines[at++] ?? '')
  }
  flush()
  const ids = new Set<string>()
  return blocks.map(({ id = newId(), ...block }) => {
    const own = ids.has(id) ? newId() : id
    ids.add(own)
    return { id: own, ...block } as Block
  })
}
