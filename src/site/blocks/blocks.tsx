import type { ComponentType } from 'react'
import { type Block, type BlockKindName, type BlockNamed, kindsByName } from '../../model/blocks/kinds.ts'
import { isPartial } from '../../model/content/collections.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/publishing/published-content.ts'
import { previewOf } from '../markup/head.ts'
import { Image, imageClass, ratioOf, ViewedImage, wideSizes, windowSizes } from '../markup/image.tsx'
import { type MarkAttributes, useMarks } from '../markup/marks.ts'
import { inside } from '../markup/renderer.ts'
import { useTexts } from '../markup/texts.ts'
import { hostOf, listed, useWords } from '../markup/words.ts'

/** Content that blocks name, as far as visitors may see it, by id. */
export interface BlockContent {
  images: Record<string, PublishedImage>
  videos: Record<string, PublishedVideo>
  testimonials: Record<string, PublishedEntry<'testimonials'>>
}

/** Looks up what these blocks name: the same blocks and the same content give the same props, whatever else changes. */
export const blockContent = (blocks: readonly Block[], { media, videos, testimonials }: Content): BlockContent => {
  const found: BlockContent = { images: {}, videos: {}, testimonials: {} }
  for (const block of blocks)
    for (const { field, value } of leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block)) {
      if (typeof value !== 'string') continue
      const image = field.kind === 'image' ? imageIn(media, value) : undefined
      if (image) found.images[value] = image
      const video = field.kind === 'video' ? videoIn(videos, value) : undefined
      if (video) found.videos[value] = video
      const testimonial = field.kind === 'entry' ? testimonials.find(({ id }) => id === value) : undefined
      if (testimonial) found.testimonials[value] = testimonial
    }
  return found
}

/** Text below an image; nothing without one. */
const Caption = ({ children }: { children: string }) =>
  children === '' ? null : (
    <figcaption className="block-caption" dir="auto">
      {children}
    </figcaption>
  )

/** Of blocks that have one. Those that an earlier version stored have none. */
const widthOf = (block: Block): string => ('width' in block && block.width) || 'wide'

/** The `sizes` of an image, by the width of its block. */
const sizesIn = (block: Block, image: PublishedImage, whole = false): string => {
  const width = widthOf(block)
  if (width === 'full' && !whole) return windowSizes
  return width === 'text' ? '(min-width: 60rem) 42rem, 94vw' : wideSizes(image, whole)
}

const CodeBlock: BlockView<'code'> = ({ block: { language, code, caption } }) => {
  const words = useWords().blocks
  const texts = useTexts()
  return code.trim() === '' ? null : (
    <figure className="code-block">
      {/* biome-ignore lint/a11y/useSemanticElements: a group for the keyboard, which scrolls long lines, and no set of fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <div role="group" className="code-text" dir="ltr" tabIndex={0} aria-label={caption || words.code}>
        <pre>
          <code {...inside(texts.code(code, language))} />
        </pre>
      </div>
      <Caption>{caption}</Caption>
    </figure>
  )
}

/** Two images next to each other; the island puts one over the other, with a slider. */
const CompareBlock: BlockView<'compare'> = ({ block, content }) => {
  const words = useWords().blocks
  const before = imageIn(content.images, block.before)
  const after = imageIn(content.images, block.after)
  if (!before || !after) return null
  const labels = [block.beforeLabel || words.before, block.afterLabel || words.after] as const
  return (
    <figure>
      <div className="compare" data-island="compare" data-label={`${labels[0]} – ${labels[1]}`}>
        {[before, after].map((image, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are always two.
          <div key={n} className="compare-side">
            <Image image={image} sizes={sizesIn(block, image)} />
            <p className="compare-label" dir="auto">
              {labels[n]}
            </p>
          </div>
        ))}
      </div>
      <Caption>{block.caption}</Caption>
    </figure>
  )
}

export type Figure = BlockNamed<'figures'>['items'][number]

/** A number, and what it was before, such as 800 → 12 ms. */
export const FigureValue = ({ figure: { before, value, unit } }: { figure: Figure }) => (
  <>
    {before === '' ? null : (
      <>
        <del>
          <bdi>{before}</bdi>
        </del>{' '}
        <span className="figures-arrow" aria-hidden="true">
          →
        </span>{' '}
      </>
    )}
    <bdi>{value}</bdi> {unit === '' ? null : <bdi className="figures-unit">{unit}</bdi>}
  </>
)

const FiguresBlock: BlockView<'figures'> = ({ block }) => {
  const shown = block.items.filter(({ label, value }) => label !== '' && value !== '')
  return shown.length > 0 ? (
    <dl className="figures">
      {shown.map((figure, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two equal figures apart.
        <div key={n}>
          <dt dir="auto">{figure.label}</dt>
          <dd className="figures-value">
            <FigureValue figure={figure} />
          </dd>
          {figure.source === '' ? null : (
            <dd className="figures-source" dir="auto">
              {figure.source}
            </dd>
          )}
        </div>
      ))}
    </dl>
  ) : null
}

/** The ratio of an image that fills its frame. */
const frame = 4 / 3

/** Rows as wide as the page in which each image has the width that its ratio asks for, in the order in which they are read. */
const GalleryBlock: BlockView<'gallery'> = ({ block, content }) => {
  const shown = block.images.flatMap(({ image: id, caption, fit }) => {
    const image = imageIn(content.images, id)
    return image ? [{ image, caption, whole: fit !== 'fill' }] : []
  })
  // Height of the tallest row, in rem.
  const tall = widthOf(block) === 'full' ? 40 : 28
  return shown.length > 0 ? (
    <ul className={block.layout === 'side' ? 'gallery gallery-side' : 'gallery'}>
      {shown.map(({ image, caption, whole }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice, and nothing here is kept.
        <li key={n} className={`${imageClass(image)}${whole ? '' : ' gallery-fill'}`}>
          <figure>
            <ViewedImage image={image} sizes={`min(94vw, ${Math.ceil(tall * (whole ? ratioOf(image) : frame))}rem)`} />
            <Caption>{caption}</Caption>
          </figure>
        </li>
      ))}
    </ul>
  ) : null
}

const ImageBlock: BlockView<'image'> = ({ block, content }) => {
  const image = imageIn(content.images, block.image)
  if (!image) return null
  // From edge to edge, what is wider than high has the height of its ratio, and is not made to fit the window.
  const whole = block.fit !== 'fill' && !(block.width === 'full' && ratioOf(image) >= 1)
  return (
    <figure>
      <div className={block.fit === 'fill' ? 'image-fill' : undefined}>
        <ViewedImage image={image} sizes={sizesIn(block, image, whole)} whole={whole} />
      </div>
      <Caption>{block.caption}</Caption>
    </figure>
  )
}

/** A card whose last line says where it leads; nothing of that place is fetched. */
const LinkBlock: BlockView<'link'> = ({ block: { title, url, text } }) =>
  url === '' || title === '' ? null : (
    <a className="link-card" href={url} {...(/^https?:/i.test(url) ? { rel: 'external' } : {})}>
      <span className="link-card-title" dir="auto">
        {title}
      </span>{' '}
      {text === '' ? null : (
        <span className="link-card-text" dir="auto">
          {text}
        </span>
      )}{' '}
      <span className="link-card-host" dir="ltr">
        {hostOf(url)}
      </span>
    </a>
  )

/** A published testimonial, or own words. Nothing of a testimonial that visitors may not see. */
const QuoteBlock: BlockView<'quote'> = ({ block, content }) => {
  const words = useWords()
  const named = block.testimonial === null ? undefined : content.testimonials[block.testimonial]
  if (block.testimonial !== null && !named) return null
  const text = named?.feedback ?? block.text
  const name = named?.fullname ?? block.name
  const relation = named && isPartial(named) ? words.ask.relations[named.relation] : ''
  const role = named ? listed(words, named.role, named.company, named.country, relation) : block.role
  return text === '' ? null : (
    <figure className="said">
      <blockquote dir="auto">
        <p>{text}</p>
      </blockquote>
      {name === '' ? null : (
        <figcaption>
          <span className="said-name" dir="auto">
            {name}
          </span>
          {role === '' ? null : (
            <span className="said-role" dir="auto">
              {role}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  )
}

const TextBlock: BlockView<'text'> = ({ block, rank }) => {
  const texts = useTexts()
  return block.markdown === '' ? null : <div className="prose" {...inside(texts.prose(block.markdown, rank))} />
}

/** Nothing of the file is fetched before somebody plays it. */
const VideoBlock: BlockView<'video'> = ({ block, content }) => {
  const video = videoIn(content.videos, block.file)
  const poster = imageIn(content.images, block.poster)
  const still = poster?.vector ?? (poster && previewOf(poster)?.url)
  if (!video) return null
  const size = video.width > 0 && video.height > 0 ? { width: video.width, height: video.height } : {}
  return (
    <figure>
      <video
        controls
        playsInline
        preload="none"
        src={video.url}
        {...size}
        {...(still === undefined ? {} : { poster: still })}
        {...(video.alt || block.caption ? { 'aria-label': video.alt || block.caption } : {})}
      />
      <Caption>{block.caption}</Caption>
    </figure>
  )
}

const views: { [K in BlockKindName]: BlockView<K> } = {
  text: TextBlock,
  image: ImageBlock,
  gallery: GalleryBlock,
  compare: CompareBlock,
  video: VideoBlock,
  code: CodeBlock,
  figures: FiguresBlock,
  quote: QuoteBlock,
  link: LinkBlock,
}

/** Classes of the widths that are not the page's. */
const widths = new Map([
  ['text', ' block-narrow'],
  ['full', ' block-full'],
])

interface Props {
  blocks: readonly Block[]
  content: BlockContent
  rank?: BlockProps<BlockKindName>['rank']
  /** Marks of the block at an index. */
  mark(index: number): MarkAttributes
}

/** Blocks in the order in which they are read; texts in the column of the text, images as wide as the page. */
const BlockList = ({ blocks, content, rank = 2, mark }: Props) =>
  blocks.map((block, index) => {
    const View = views[block.kind] as ComponentType<BlockProps<BlockKindName>> | undefined
    // A newer version made it.
    if (!View) return null
    return (
      <div key={block.id} className={`block block-${block.kind}${widths.get(widthOf(block)) ?? ''}`} {...mark(index)}>
        <View block={block} content={content} rank={rank} />
      </div>
    )
  })

interface BlockProps<K extends BlockKindName> {
  block: BlockNamed<K>
  content: BlockContent
  /** Rank of the headings in it. */
  rank: 2 | 3
}

/** Shows one kind of block; nothing where the block has nothing to show yet, or no longer. */
type BlockView<K extends BlockKindName> = ComponentType<BlockProps<K>>

interface StoryProps {
  collection: 'projects' | 'pages'
  entry: { id: string; blocks: readonly Block[] }
  /** Content that its blocks name. */
  content: BlockContent
  /** URL of the style sheet of blocks; undefined where it is there already. */
  styles: string | undefined
  rank?: BlockProps<BlockKindName>['rank']
}

/** The blocks of an entry. One text alone stands as it did before there were blocks, and needs no style sheet of theirs. */
export const Story = ({ collection, entry: { id, blocks }, content, styles, rank = 2 }: StoryProps) => {
  const marks = useMarks()
  const texts = useTexts()
  const [first, ...more] = blocks
  if (more.length === 0 && (!first || first.kind === 'text')) {
    const text = first?.kind === 'text' ? first.markdown : ''
    const mark = first ? marks.item(collection, id, 'blocks', 0) : marks.entry(collection, id)('blocks')
    return <div className="project-body prose" {...mark} {...inside(texts.prose(text, rank))} />
  }
  return (
    <>
      {/* Next to the blocks, so that it comes along into the dialog. */}
      {styles ? <link rel="stylesheet" href={styles} /> : null}
      <BlockList
        blocks={blocks}
        content={content}
        rank={rank}
        mark={(index) => marks.item(collection, id, 'blocks', index)}
      />
    </>
  )
}
