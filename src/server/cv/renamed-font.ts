const pad = (length: number) => (length + 3) & ~3

const checksum = (bytes: Buffer) => {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}

type Name = [id: number, text: string]

/** A name table (OpenType, version 0) with these names by their ids, for Windows in English. */
const nameTable = (given: readonly Name[]) => {
  const names = given.map(([id, text]) => [id, Buffer.from(text, 'utf16le').swap16()] as const)
  const head = Buffer.alloc(6 + 12 * names.length)
  head.writeUInt16BE(names.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  for (const [index, [id, text]] of names.entries()) {
    for (const [field, value] of [3, 1, 0x409, id, text.length, offset].entries())
      head.writeUInt16BE(value, 6 + 12 * index + 2 * field)
    offset += text.length
  }
  return Buffer.concat([head, ...names.map(([, text]) => text)])
}

/** Family, style, full name and PostScript name. Its weight stays in the table that says it. */
export const renamedFont = (font: Buffer, family: string): Buffer =>
  withNames(font, [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family.replaceAll(' ', '-')],
  ])

/** The font (TrueType, as a Buffer) with other names. */
export const withNames = (font: Buffer, names: readonly Name[]): Buffer => {
  const count = font.readUInt16BE(4)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 12 + 16 * index
    const tag = font.toString('latin1', at, at + 4)
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
    return [tag, tag === 'name' ? nameTable(names) : Buffer.from(font.subarray(offset, offset + length))] as const
  })
  const head = Buffer.alloc(12 + 16 * count)
  font.copy(head, 0, 0, 12)
  let offset = head.length
  for (const [index, [tag, bytes]] of tables.entries()) {
    // The sum over the whole file, counted without itself.
    if (tag === 'head') bytes.writeUInt32BE(0, 8)
    const at = 12 + 16 * index
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum(Buffer.concat([bytes], pad(bytes.length))), at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    offset += pad(bytes.length)
  }
  const whole = Buffer.concat([head, ...tables.map(([, bytes]) => Buffer.concat([bytes], pad(bytes.length)))])
  const headAt = whole.readUInt32BE(12 + 16 * tables.findIndex(([tag]) => tag === 'head') + 8)
  whole.writeUInt32BE((0xb1b0afba - checksum(whole)) >>> 0, headAt + 8)
  return whole
}
