import pLimit, { type LimitFunction } from 'p-limit'
import { memoryIsShort } from './short-memory.ts'

const shared = pLimit(1)

/** Turns for one kind of work in a process of its own. Where memory is short, all kinds share the same turns. */
export const takeTurns = (): LimitFunction => (memoryIsShort ? shared : pLimit(1))
