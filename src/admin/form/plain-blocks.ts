import { createContext } from 'react'

/** Ids of the blocks whose text visitors see as it was written. */
export const PlainBlocks = createContext<readonly string[]>([])
