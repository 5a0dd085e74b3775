import Plus from 'lucide-react/icons/plus'
import { memo } from 'react'
import { mostBlocks } from '../../../../model/blocks/blocks-field.ts'
import { blockKinds } from '../../../../model/blocks/kinds.ts'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import { type BlockActs, blankBlock } from './block-acts.ts'
import { KindLine } from './kind-line.tsx'

interface Props {
  at: number
  count: number
  acts: BlockActs
}

/** A `+` between two blocks, with the menu of kinds. */
export const AddBlock = memo(({ at, count, acts }: Props) => (
  <div className="add-block">
    <LazyMenu
      position="bottom"
      width={300}
      className="kind-menu"
      returnFocus={false}
      button={(props) => (
        <button
          type="button"
          aria-label={at === 0 ? 'Add a block at the start' : `Add a block after block ${at}`}
          {...props}
        >
          <Plus size={16} aria-hidden />
        </button>
      )}
    >
      {(Menu) =>
        count >= mostBlocks ? (
          <Menu.Item disabled>There are {mostBlocks} blocks, and no more fit. Remove one first.</Menu.Item>
        ) : (
          blockKinds.map((kind) => (
            <Menu.Item key={kind.kind} onClick={() => acts.insert([blankBlock(kind.kind)], at)}>
              <KindLine kind={kind} />
            </Menu.Item>
          ))
        )
      }
    </LazyMenu>
  </div>
))
