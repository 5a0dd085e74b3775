import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

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

interface ZipEntry {
  name: string
  bytes: Buffer
  /** Of a Unix file system; a link is `0o120777`. */
  mode?: number
}

/** A ZIP archive of these files, each deflated. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, bytes, mode = 0o100644 } of entries) {
    const packed = deflateRawSync(bytes)
    // What both headers have, from the version on (APPNOTE 4.3.7, 4.3.12).
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x0800, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), shared, rest, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
