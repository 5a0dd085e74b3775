import { z } from '../zod.ts'

export const checkedCssSchema = z.object({
  css: z.string().describe('Minified; empty when there are problems.'),
  problems: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first five.'),
})

export type CheckedCss = z.infer<typeof checkedCssSchema>

/** The problems as one sentence after another, each with its line. */
export const cssProblem = ({ problems }: CheckedCss): string | undefined =>
  problems.map(({ line, message }) => `Line ${line}: ${message}`).join(' ') || undefined
