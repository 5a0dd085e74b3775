import { totalmem } from 'node:os'
import pLimit, { type LimitFunction } from 'p-limit'

const short = 640 * 1024 * 1024

/** True when the machine, or the container, has too little memory for two processes beside the server. */
export const memoryIsShort = Math.min(process.constrainedMemory() || totalmem(), totalmem()) < short

const shared = pLimit(1)

/** Turns for one kind of work in a process of its own. Where memory is short, all kinds share the same turns. */
export const takeTurns = (): LimitFunction => (memoryIsShort ? shared : pLimit(1))
