import type { Calls } from '../calls.ts'
import { z } from '../zod.ts'
import { mostCssBytes } from './custom-css.ts'

const checkedCssSchema = z.object({
  css: z.string().describe('Minified; empty when there are problems.'),
  problems: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first five.'),
})

export type CheckedCss = z.infer<typeof checkedCssSchema>

/** The problems as one sentence after another, each with its line. */
export const cssProblem = ({ problems }: CheckedCss): string | undefined =>
  problems.map(({ line, message }) => `Line ${line}: ${message}`).join(' ') || undefined

export const cssCalls = () =>
  ({
    'POST /api/css-checks': { body: z.strictObject({ css: z.string().max(mostCssBytes) }), answer: checkedCssSchema },
  }) satisfies Calls
