// A backup is a SQLite file compressed by zstd; behind that follow a line of JSON that describes it, and the SHA-256 of
// everything before. Both lie in a frame that zstd skips, so that `zstd -d` gives the SQLite file without us.
// Before format 2 the SQLite file was not compressed, and nothing lay between it and the line.

/** Begins the line that describes a backup; no other line of it can. */
export const mark = Buffer.from('\nvitrine backup ')

/** The digest in hexadecimal and the end of its line. */
export const sealLength = 65

/** RFC 8878, section 3.1.2: a number, and how many bytes are to be skipped. */
const skippedMagic = 0x184d2a50
export const skippedHead = 8

export const skipped = (length: number): Buffer => {
  const head = Buffer.alloc(skippedHead)
  head.writeUInt32LE(skippedMagic, 0)
  head.writeUInt32LE(length, 4)
  return head
}
