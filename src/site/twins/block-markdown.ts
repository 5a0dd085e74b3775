import { readableMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import type { Block, BlockKindName, BlockNamed } from '../../model/blocks/kinds.ts'
import { type Content, imageIn, videoIn } from '../../model/publishing/published-content.ts'
import { previewOf } from '../markup/head.ts'
import { atRank, lineText, link, list, longText, parts, picture } from './markdown-text.ts'

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
    const said = content.testimonials.find(({ id }) => id === block.testimonial)
    if (block.testimonial !== null && !said) return ''
    return quoteMarkdown(said?.feedback ?? block.text, said?.fullname ?? block.name, said?.country ?? block.role)
  },
  link: ({ title, url, text }) => parts(link(title, url), longText(text)),
}

/** Somebody's words, and who said them. */
export const quoteMarkdown = (text: string, name: string, role: string): string => {
  const author = [name, role].filter((part) => part !== '').join(', ')
  return parts(longText(text).replace(/^/gm, '> '), author === '' ? '' : `— ${lineText(author)}`)
}

/** Blocks as Markdown for readers: with their pictures, at absolute addresses, and headings of this rank. */
export const blocksMarkdown = (blocks: readonly Block[], source: Source, rank: 2 | 3 = 2): string =>
  parts(
    ...blocks.map((block) => {
      const view = views[block.kind] as ((block: Block, source: Source, rank: 2 | 3) => string) | undefined
      return view ? view(block, source, rank) : readableMarkdown([block])
    }),
  )
