// A backup is a SQLite file compressed by zstd, then a line of JSON that describes it, and the SHA-256 of everything before. These two
// lie in a frame that zstd skips, so that `zstd -d` restores the SQLite file. Format 1 has the SQLite file uncompressed and no such
// frame.

export const mark = Buffer.from('\nvitrine backup ')

/** The digest in hexadecimal and a line feed. */
export const sealLength = 65

/** Skippable frame, RFC 8878, section 3.1.2: this number, then the length. */
const skippedMagic = 0x184d2a50
export const skippedHead = 8

export const skipped = (length: number): Buffer => {
  const head = Buffer.alloc(skippedHead)
  head.writeUInt32LE(skippedMagic, 0)
  head.writeUInt32LE(length, 4)
  return head
}
