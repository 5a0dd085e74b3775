import type { Block, BlockKindName } from '../../model/blocks/kinds.ts'
import { useMarks } from '../markup/marks.ts'
import { inside } from '../markup/renderer.ts'
import { useTexts } from '../markup/texts.ts'
import type { BlockContent } from './block-content.ts'
import { BlockList } from './block-list.tsx'
import type { BlockProps } from './block-view.ts'

interface Props {
  collection: 'projects' | 'pages'
  entry: { id: string; blocks: readonly Block[] }
  /** Content that its blocks name. */
  content: BlockContent
  /** URL of the style sheet of blocks; undefined where it is there already. */
  styles: string | undefined
  rank?: BlockProps<BlockKindName>['rank']
}

/** The blocks of an entry. One text alone stands as it did before there were blocks, and needs no style sheet of theirs. */
export const Story = ({ collection, entry: { id, blocks }, content, styles, rank = 2 }: Props) => {
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
