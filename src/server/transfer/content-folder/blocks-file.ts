import { createHash } from 'node:crypto'
import { blocksIn } from '../../../model/blocks/blocks-field.ts'
import { blocksToMarkdown } from '../../../model/blocks/blocks-to-markdown.ts'
import { findCollection } from '../../../model/content/collections.ts'
import { z } from '../../../model/zod.ts'

/** The file with the content of a folder, in the form of `GET /api/content`. Blocks stand next to it. */
export const contentFileName = 'content.json'

/** The file with the hashes of originals that the export cleared of metadata: each new hash, and the one of the original. */
export const clearedFileName = 'cleared.json'

/** Stands in `content.json` for blocks: their Markdown file, and what they were when it was written. */
export const blocksFileSchema = z.strictObject({
  file: z.string().regex(/^[a-z]+\/[\w-]+\.md$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  text: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BlocksFile = z.infer<typeof blocksFileSchema>

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Hash that is equal for equal blocks, whatever their files are called; undefined for blocks of a newer version, which Markdown does not hold. */
export const blocksHash = (value: unknown): string | undefined => {
  const blocks = blocksIn(value)
  return Array.isArray(value) && value.length !== blocks.length ? undefined : sha256(blocksToMarkdown(blocks))
}

/** The fields of blocks that a collection has. */
export const blocksFieldsOf = (collection: string): string[] =>
  Object.entries(findCollection(collection)?.fields ?? {}).flatMap(([name, { kind }]) =>
    kind === 'blocks' ? [name] : [],
  )

/** `content.json` with every object of a blocks' file, in the order of the file. */
export const blocksFilesIn = (
  content: unknown,
): { path: string; entry: Record<string, unknown>; field: string; value: unknown }[] =>
  Object.entries((content ?? {}) as Record<string, unknown>).flatMap(([collection, list]) =>
    Array.isArray(list)
      ? list.flatMap((entry: unknown, n) =>
          typeof entry !== 'object' || entry === null
            ? []
            : blocksFieldsOf(collection).flatMap((field) => {
                const value = Reflect.get(entry, field)
                const isFile = typeof value === 'object' && value !== null && !Array.isArray(value)
                const path = `${collection}.${n}.${field}`
                return isFile ? [{ path, entry: entry as Record<string, unknown>, field, value }] : []
              }),
        )
      : [],
  )
