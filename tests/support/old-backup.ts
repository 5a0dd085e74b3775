import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'

/** Makes a backup of a SQLite file as versions before format 2 did: not compressed. */
export const sealUncompressed = (file: string, description: object): void => {
  appendFileSync(file, `\nvitrine backup ${JSON.stringify(description)}\n`)
  appendFileSync(file, `${createHash('sha256').update(readFileSync(file)).digest('hex')}\n`)
}
