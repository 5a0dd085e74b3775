import { totalmem } from 'node:os'

const short = 640 * 1024 * 1024

/** True when the machine, or the container, has too little memory for two processes beside the server. */
export const memoryIsShort = Math.min(process.constrainedMemory() || totalmem(), totalmem()) < short
