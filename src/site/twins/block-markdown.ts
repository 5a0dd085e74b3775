import { readableMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import type { Block, BlockKindName, BlockNamed } from '../../model/blocks/kinds.ts'
import { isPartial } from '../../model/content/collections.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/publishing/published-content.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import type { Words } from '../../model/words/words.ts'
import { previewOf } from '../markup/head.ts'
import { listed } from '../markup/words.ts'
import { categoriesOf } from '../sections/portfolio-layout.ts'
import { factsOf } from '../sections/work.ts'

/** Markdown parts with an empty line between them; empty ones are left out. */
export const parts = (...all: readonly string[]): string => all.filter((part) => part !== '').join('\n\n')

/** A list, one line for each; empty ones are left out. */
export const list = (items: readonly string[]): string =>
  items
    .filter((item) => item !== '')
    .map((item) => `- ${item}`)
    .join('\n')

const marks = /[\\`*_[\]<|]|&(?=#?\w)/g
// What makes a heading, a quote, a list, a rule, a fence or a row of a table of a line that starts with it.
const startMark = /^(?:[#>+=~:-]|\d{1,9}(?=[.)]))/

const escaped = (line: string): string =>
  line
    .trim()
    .replace(marks, '\\$&')
    .replace(startMark, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))

/** One line of text as Markdown that shows it letter for letter. */
export const lineText = (text: string): string => escaped(text.replace(/\s+/g, ' '))

/** Text of several lines as Markdown that shows it letter for letter, with its line ends. */
export const longText = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map(escaped).join('\\\n'))
    .join('\n\n')

const target = (url: string) => `<${url.replace(/[<>\\\s]/g, encodeURIComponent)}>`

export const link = (text: string, url: string): string => `[${lineText(text)}](${target(url)})`

const picture = (alt: string, url: string): string => `!${link(alt, url)}`

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The owner's Markdown as the page shows it: every heading of this rank, and no picture. Lines of program text stay as they are. */
export const atRank = (markdown: string, rank: 2 | 3): string => {
  let open = ''
  return markdown
    .split('\n')
    .map((line) => {
      const [, run = '', rest = ''] = fence.exec(line) ?? []
      if (open !== '') {
        if (run.startsWith(open) && rest.trim() === '') open = ''
        return line
      }
      open = run
      return line
        .replace(/^ {0,3}#{1,6}(?=\s|$)/, '#'.repeat(rank))
        .replace(/^ {0,3}=+ *$/, '---')
        .replaceAll('![', '\\![')
    })
    .join('\n')
}

/** Source of twins: the content, and the address of the site. */
export interface Source {
  content: Content
  url: string
}

/** An image as Markdown; '' without one. `caption` stands for a missing description. */
export const imageMarkdown = (id: string | null, { content, url }: Source, caption = ''): string => {
  const image = imageIn(content.media, id)
  const file = image && (image.vector ?? previewOf(image)?.url)
  return image && file ? picture(image.alt || caption, url + file) : ''
}

type Views = { [K in BlockKindName]?: (block: BlockNamed<K>, source: Source, rank: 2 | 3) => string }

/** The kinds that say more than their own Markdown, which has no pictures and takes captions as they are. */
const views: Views = {
  text: ({ markdown }, _, rank) => atRank(markdown, rank),
  image: ({ image, caption }, source) => parts(imageMarkdown(image, source, caption), lineText(caption)),
  gallery: ({ images }, source) =>
    parts(...images.flatMap(({ image, caption }) => [imageMarkdown(image, source, caption), lineText(caption)])),
  compare: ({ before, after, beforeLabel, afterLabel, caption }, source) =>
    parts(imageMarkdown(before, source, beforeLabel), imageMarkdown(after, source, afterLabel), lineText(caption)),
  video: ({ file, caption }, { content, url }) => {
    const video = videoIn(content.videos, file)
    return video
      ? parts(link(video.alt || caption || url + video.url, url + video.url), lineText(caption))
      : lineText(caption)
  },
  code: (block) => parts(readableMarkdown([{ ...block, caption: '' }]), lineText(block.caption)),
  figures: ({ items }) =>
    list(
      items.map(({ label, before, value, unit, source }) => {
        const figure = [before === '' ? value : `${before} → ${value}`, unit].filter(Boolean).join(' ')
        return lineText(`${label}: ${figure}${source === '' ? '' : ` (${source})`}`)
      }),
    ),
  quote: (block, { content }) => {
    const { language } = content.settings
    const said = content.testimonials.find(({ id }) => id === block.testimonial)
    if (block.testimonial !== null && !said) return ''
    return said
      ? testimonialMarkdown(said, language)
      : quoteMarkdown(catalogueOf(language), block.text, block.name, block.role)
  },
  link: ({ title, url, text }) => parts(link(title, url), longText(text)),
}

/** Somebody's words, and who said them. */
const quoteMarkdown = (words: Pick<Words, 'page'>, text: string, ...by: readonly string[]): string => {
  const author = listed(words, ...by)
  return parts(longText(text).replace(/^/gm, '> '), author === '' ? '' : `— ${lineText(author)}`)
}

export const testimonialMarkdown = (said: PublishedEntry<'testimonials'>, language: string): string => {
  const words = catalogueOf(language)
  const relation = isPartial(said) ? words.ask.relations[said.relation] : ''
  return quoteMarkdown(words, said.feedback, said.fullname, said.role, said.company, said.country, relation)
}

/** Blocks as Markdown for readers: with their pictures, at absolute addresses, and headings of this rank. */
export const blocksMarkdown = (blocks: readonly Block[], source: Source, rank: 2 | 3 = 2): string =>
  parts(
    ...blocks.map((block) => {
      const view = views[block.kind] as ((block: Block, source: Source, rank: 2 | 3) => string) | undefined
      return view ? view(block, source, rank) : readableMarkdown([block])
    }),
  )

type Project = PublishedEntry<'projects'>

const factLines = (project: Project, { content }: Source, words: Words): string => {
  const categories = categoriesOf(project, content.settings, words).map(({ label }) => label)
  return list(
    factsOf(project, categories, words).map(({ label, values }) => {
      const texts = values.map(({ text, url }) => (url ? link(text, url) : lineText(text)))
      return `${lineText(label)}: ${texts.join(words.page.separator)}`
    }),
  )
}

/** Text of the page of a project, without its title. */
export const projectMarkdown = (project: Project, source: Source, words: Words): string =>
  parts(
    longText(project.summary),
    imageMarkdown(project.image, source, project.title),
    factLines(project, source, words),
    blocksMarkdown(project.blocks, source),
  )
