import type { Fields } from './fields.ts'
import { leavesOf } from './leaves-of.ts'

/** The links in the values of these fields, those in lists of items included, by path: `cv`, `socials.1.url`. */
export const linksOf = (fields: Fields, data: Record<string, unknown>): [path: string, url: string][] =>
  leavesOf(fields, data).flatMap(({ path, field: { kind }, value }): [string, string][] =>
    kind === 'url' && typeof value === 'string' && value !== '' ? [[path, value]] : [],
  )
