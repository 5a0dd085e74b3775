import { type Block, kindsByName } from './kinds.ts'

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'kind') === 'string'

/** A block of a kind that this version does not know: a newer one has stored it. */
export const isNewerBlock = (value: unknown): boolean => isBlock(value) && !kindsByName.has(value.kind)

/** All blocks among stored values, those of a newer version included. */
export const storedBlocks = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isBlock) : [])

interface SetAside {
  /** The blocks with an empty text in the place of each that was set aside. */
  value: unknown
  /** Puts them back after `value` was checked. */
  putBack(checked: unknown): unknown
}

/** Sets blocks of a newer version aside, since no rule of this one fits them. */
export const setNewerAside = (value: unknown, isKept: (block: unknown) => boolean = isNewerBlock): SetAside => {
  if (!Array.isArray(value) || !value.some(isKept)) return { value, putBack: (checked) => checked }
  return {
    value: value.map((one) => (isKept(one) ? { id: one.id, kind: 'text', markdown: '' } : one)),
    putBack: (checked) => (checked as unknown[]).map((one, at) => (isKept(value[at]) ? value[at] : one)),
  }
}
