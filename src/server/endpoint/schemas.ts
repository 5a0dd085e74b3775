import { z } from 'zod'

/** One page of a list: the items by this name, and the cursor of the next page. */
export const listAnswer = (name: string, item: z.ZodType) =>
  z.object({ [name]: z.array(item), next: z.string().nullable().describe('The cursor of the next page.') })
