import type { ComponentType } from 'react'
import type { BlockKindName, BlockNamed } from '../../model/blocks/kinds.ts'
import type { BlockContent } from './block-content.ts'

export interface BlockProps<K extends BlockKindName> {
  block: BlockNamed<K>
  content: BlockContent
  /** Rank of the headings in it. */
  rank: 2 | 3
}

/** Shows one kind of block; nothing where the block has nothing to show yet, or no longer. */
export type BlockView<K extends BlockKindName> = ComponentType<BlockProps<K>>
