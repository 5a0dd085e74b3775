import { cutText } from '../fields/cut-text.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { type Block, kindsByName } from './kinds.ts'

const longest = 80
const worded = new Set(['text', 'textarea', 'markdown', 'code', 'url'])

const firstLine = (text: string) => text.trim().split('\n', 1)[0]?.trim() ?? ''

/** Line of a collapsed block: the first line of its first text, else how many images it has; '' for an empty one. */
export const summaryOf = (block: Block): string => {
  const leaves = leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block)
  for (const { field, value } of leaves) {
    const line = worded.has(field.kind) && typeof value === 'string' ? firstLine(value) : ''
    if (line !== '') return cutText(line, longest)
  }
  const images = leaves.filter(({ field, value }) => field.kind === 'image' && value !== null).length
  return images === 0 ? '' : images === 1 ? '1 image' : `${images} images`
}
