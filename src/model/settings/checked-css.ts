import type { z } from '../zod.ts'
import type { settingsCalls } from './settings.ts'

export type CheckedCss = z.output<ReturnType<typeof settingsCalls>['POST /api/css-checks']['answer']>

/** The problems as one sentence after another, each with its line. */
export const cssProblem = ({ problems }: CheckedCss): string | undefined =>
  problems.map(({ line, message }) => `Line ${line}: ${message}`).join(' ') || undefined
