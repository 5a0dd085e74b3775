const tlv = (tag: number, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content)
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), bytes])
}
const sequence = (...content: Buffer[]) => tlv(0x30, ...content)
const identifier = (hex: string) => tlv(6, Buffer.from(hex, 'hex'))

/** A certificate of this key (SPKI, DER) that nobody signed, whose list of revoked ones is at this address (X.509; RFC 5280, 4.2.1.13). */
export const certificateWithList = (key: Buffer, address: string): Buffer => {
  const name = sequence(tlv(0x31, sequence(identifier('550403'), tlv(0x0c, Buffer.from('Nobody')))))
  const algorithm = sequence(identifier('2a8648ce3d040302'))
  const validity = sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x17, Buffer.from('490101000000Z')))
  const points = sequence(sequence(tlv(0xa0, tlv(0xa0, tlv(0x86, Buffer.from(address))))))
  const extensions = tlv(0xa3, sequence(sequence(identifier('551d1f'), tlv(4, points))))
  const [version, serial] = [tlv(0xa0, tlv(2, Buffer.from([2]))), tlv(2, Buffer.from([1]))]
  const unsigned = sequence(version, serial, algorithm, name, validity, name, key, extensions)
  return sequence(unsigned, algorithm, tlv(3, Buffer.alloc(9)))
}
