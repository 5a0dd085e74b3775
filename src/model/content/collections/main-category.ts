import { z } from '../../zod.ts'
import type { Alias } from '../aliases.ts'

/** `category`, from before a project could have several: the first of them, empty without any. Writing it leaves that one alone. */
export const mainCategory: Alias = {
  of: 'categories',
  schema: z.string(),
  read: (categories) => (Array.isArray(categories) && categories[0]) || '',
  write: (category) => (category === '' ? [] : [category]),
}
