import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Figure } from '../bench/figure.ts'
import { seededRandom } from '../tests/support/random.ts'
import { type Check, Skipped } from './check.ts'
import { outcomeOf, type Result } from './result.ts'

const seedFor = (seed: number, name: string) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()

/** Times without their goals: they need a quiet machine, and the short form runs as a test, beside whatever else runs. */
const withoutTimeGoals = (figures: readonly Figure[]): Figure[] =>
  figures.map(({ goal, ...figure }) =>
    goal === undefined || figure.unit === 'ms' || figure.unit === 'seconds' ? figure : { ...figure, goal },
  )

/** Runs one check in a folder of its own; whatever it throws is its result. */
export const runCheck = async (check: Check, { seed, quick }: { seed: number; quick: boolean }): Promise<Result> => {
  const { name, kind, promise } = check
  const folder = mkdtempSync(path.join(tmpdir(), `vitrine-prove-${name}-`))
  const started = performance.now()
  const ended = (rest: Pick<Result, 'outcome' | 'figures'> & { reason?: string }): Result => ({
    name,
    kind,
    promise,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    ...rest,
  })
  try {
    const times = (full: number, few: number) => (quick ? few : full)
    const random = seededRandom(seedFor(seed, name))
    const measured = await check.run({ quick, times, seed, random, folder })
    const figures = quick ? withoutTimeGoals(measured) : measured
    return ended({ outcome: outcomeOf(figures), figures })
  } catch (error) {
    if (error instanceof Skipped) return ended({ outcome: 'SKIPPED', figures: [], reason: error.message })
    return ended({ outcome: 'FAILED', figures: [], reason: error instanceof Error ? `${error.stack}` : String(error) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
