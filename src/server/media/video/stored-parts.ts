import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Reader, Trx } from '../../db/database.ts'

/** Size of a part in bytes. Stored videos are cut by it, so that it stays as it is. */
export const partBytes = 128 * 1024

const partName = (name: string, index: number) => `${name}-part${index}`

/** Names of the parts of a stored video of `size` bytes. */
export const partNames = (name: string, size: number): string[] =>
  Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => partName(name, index))

/** Stores the parts of a video, one row for each. */
export const insertParts = async (
  trx: Trx,
  media: string,
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Promise<void> => {
  for (let at = 0, index = 0; at < bytes.byteLength; at += partBytes, index += 1) {
    const part = bytes.subarray(at, at + partBytes)
    const row = { name: partName(name, index), media, type, bytes: part, size: part.byteLength }
    await trx.insertInto('blobs').values(row).execute()
  }
}

/** Parts in one turn of the event loop, for all readers together: hundreds of them would fill it, and a visit wait for seconds. */
export const partsAtOnce = 4

const limit = pLimit(partsAtOnce)

const readPart = (reader: Reader, name: string, index: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    void limit(async () => {
      const part = reader.selectFrom('blobs').select('bytes').where('name', '=', partName(name, index))
      await part.executeTakeFirst().then((found) => resolve(found?.bytes), reject)
      // The reader has its part at once; the next one comes in another turn.
      await setImmediate()
    })
  })

/** The bytes from `from` to `to`, the last one included, in pieces of at most `partBytes`. Throws when a part is not there any more. */
export async function* readParts(
  reader: Reader,
  name: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  for (let index = Math.floor(from / partBytes); index * partBytes <= to; index += 1) {
    const part = await readPart(reader, name, index)
    if (!part) throw new Error(`Part ${index} of ${name} is not stored.`)
    const start = index * partBytes
    yield part.subarray(Math.max(0, from - start), to + 1 - start)
  }
}
