import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive, by name, as its central directory lists them (APPNOTE 4.3.12). */
export const filesOf = (zip: Buffer): ReadonlyMap<string, Buffer> => {
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes,
    )
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
