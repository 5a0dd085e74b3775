import type { Block } from '../../model/blocks/kinds.ts'
import { sameValue } from '../../model/same-value.ts'

type Side = 'mine' | 'theirs'
type Blocks = readonly Block[]

const byId = (blocks: Blocks): ReadonlyMap<string, Block> => new Map(blocks.map((block) => [block.id, block]))

/** One block that both sides have: field by field, and `preferred` where both changed one. */
const mergedBlock = (base: Block | undefined, mine: Block, theirs: Block, preferred: Side) => {
  let clash = false
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  const pick = (name: string): unknown => {
    const [was, here, there] = [base, mine, theirs].map((block) => block && Reflect.get(block, name))
    if (sameValue(here, there) || (base && sameValue(was, there))) return here
    if (base && sameValue(was, here)) return there
    clash = true
    return preferred === 'mine' ? here : there
  }
  // Of different kinds there is nothing to mix.
  const block =
    mine.kind === theirs.kind
      ? Object.fromEntries([...names].map((name) => [name, pick(name)]))
      : preferred === 'mine'
        ? mine
        : theirs
  return { block: block as Block, clash: clash || mine.kind !== theirs.kind }
}

const isInOrderOf = (base: Blocks, blocks: Blocks): boolean => {
  const known = new Set(blocks.map(({ id }) => id))
  const common = new Set(base.map(({ id }) => id))
  const before = base.filter(({ id }) => known.has(id))
  return blocks.filter(({ id }) => common.has(id)).every(({ id }, n) => id === before[n]?.id)
}

/** The ids of `first` in its order, and each other one behind the block that it follows in `second`. */
const orderOf = (first: Blocks, second: Blocks, kept: ReadonlyMap<string, Block>): string[] => {
  const ids = first.flatMap(({ id }) => (kept.has(id) ? [id] : []))
  let previous: string | undefined
  for (const { id } of second) {
    if (!kept.has(id)) continue
    if (!ids.includes(id)) ids.splice(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, id)
    previous = id
  }
  return ids
}

/**
 * Both sides' changes to the same blocks. A block that only one side changed, added or removed is as that side left it; one that one side
 * removed and the other changed stays. The order is mine where I moved something. `clash` tells that both changed the same field of a
 * block: there the result has the value of the `preferred` side.
 */
export const mergedBlocks = (
  base: Blocks,
  mine: Blocks,
  theirs: Blocks,
  preferred: Side = 'mine',
): { blocks: Block[]; clash: boolean } => {
  const [was, here, there] = [byId(base), byId(mine), byId(theirs)]
  const kept = new Map<string, Block>()
  let clash = false
  for (const id of new Set([...here.keys(), ...there.keys()])) {
    const [before, own, other] = [was.get(id), here.get(id), there.get(id)]
    if (own && other) {
      const merged = mergedBlock(before, own, other, preferred)
      clash ||= merged.clash
      kept.set(id, merged.block)
    } else {
      const only = own ?? other
      // Removed by the side that lacks it, unless the other one changed it since.
      if (only && !(before && sameValue(before, only))) kept.set(id, only)
    }
  }
  const ids = isInOrderOf(base, mine) ? orderOf(theirs, mine, kept) : orderOf(mine, theirs, kept)
  return { blocks: ids.flatMap((id) => kept.get(id) ?? []), clash }
}
