import type { Fields } from '../fields/fields.ts'
import { type Leaf, leavesOf } from '../fields/leaves-of.ts'
import { mediaIdIn } from '../media/awaited-file.ts'

const known = new WeakMap<object, readonly Leaf[]>()

const isMedia = ({ field, value }: Leaf) =>
  (field.kind === 'image' || field.kind === 'video') && mediaIdIn(value) !== null

/** The images and videos of Media that data names, those in lists of items and blocks included. Frozen data, as published entries are, is searched once. */
export const mediaLeaves = (fields: Fields, data: object): readonly Leaf[] => {
  const before = known.get(data)
  if (before) return before
  const leaves = leavesOf(fields, data as Record<string, unknown>).filter(isMedia)
  if (Object.isFrozen(data)) known.set(data, leaves)
  return leaves
}
