import type { Figure } from '../bench/figure.ts'
import type { seededRandom } from '../tests/support/random.ts'

/** What a check is given to work with. */
export interface Context {
  /** Whether this is the cut that `npm test` runs. */
  quick: boolean
  /** So many in a full run, so many in the cut. */
  times(full: number, quick: number): number
  seed: number
  /** Of this check's own: the same seed, the same run, whatever ran before. */
  random: ReturnType<typeof seededRandom>
  /** An empty folder that goes when the check is over. */
  folder: string
}

/** One promise of the product, and how it is put to the test. */
export interface Check {
  name: string
  kind: 'fault' | 'threat' | 'teeth'
  /** What must hold, in a sentence for docs/reliability.md. */
  promise: string
  /** Part of the cut that `npm test` runs. */
  quick?: true
  /** Takes many minutes, a registry or another program of some size: runs by its name, or with `--all`. */
  long?: true
  /** Judges times that need the machine for itself: runs after those that judge none, which run two at a time. */
  timed?: true
  /** Begins with the first and runs beside the others: it waits more than it works. */
  beside?: true
  /** What was counted, each with its goal; throws `Skipped`, or anything else, which fails the check. */
  run(context: Context): Promise<Figure[]>
}

/** This machine has not what the check needs; the message says what that is. */
export class Skipped extends Error {}
