import type { ComponentType } from 'react'
import type { Block, BlockKindName } from '../../model/blocks/kinds.ts'
import type { MarkAttributes } from '../markup/marks.ts'
import type { BlockContent } from './block-content.ts'
import type { BlockProps, BlockView } from './block-view.ts'
import { CodeBlock } from './code.tsx'
import { CompareBlock } from './compare.tsx'
import { FiguresBlock } from './figures.tsx'
import { GalleryBlock } from './gallery.tsx'
import { ImageBlock } from './image.tsx'
import { LinkBlock } from './link.tsx'
import { QuoteBlock } from './quote.tsx'
import { TextBlock } from './text.tsx'
import { VideoBlock } from './video.tsx'

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

interface Props {
  blocks: readonly Block[]
  content: BlockContent
  rank?: BlockProps<BlockKindName>['rank']
  /** Marks of the block at an index. */
  mark(index: number): MarkAttributes
}

/** Blocks in the order in which they are read; texts in the column of the text, images as wide as the page. */
export const BlockList = ({ blocks, content, rank = 2, mark }: Props) =>
  blocks.map((block, index) => {
    const View = views[block.kind] as ComponentType<BlockProps<BlockKindName>> | undefined
    // A newer version made it.
    if (!View) return null
    return (
      <div key={block.id} className={`block block-${block.kind}`} {...mark(index)}>
        <View block={block} content={content} rank={rank} />
      </div>
    )
  })
