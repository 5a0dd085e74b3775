import type { Planted } from '../support/planted.ts'

/** One protection taken away, and the tests that have to notice. */
export interface Mutation extends Planted {
  /** What is missing then. */
  loses: string
  tests: string[]
}
