import { randomInt } from 'node:crypto'

// Without 0, 1, i, l and o, which look alike in print.
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** Random groups of five characters that can be read aloud, such as `k7d2m-w9xqa`: 24.7 bits each. */
export const readableSecret = (groups: number): string => Array.from({ length: groups }, group).join('-')
