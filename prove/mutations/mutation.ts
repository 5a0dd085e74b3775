import type { Planted } from '../support/planted.ts'

/** One protection taken away. */
export interface Mutation extends Planted {
  /** What is missing then. */
  loses: string
  /** Title of the test that notices, or of a group which has it; its file is run whole. */
  noticed: string
}
