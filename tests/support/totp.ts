import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret in an authenticator app's address, as the server keeps it: base32 of it is what the app is told. */
export const secretOf = (totpUri: string): string => {
  const encoded = new URL(totpUri).searchParams.get('secret') ?? ''
  const bits = [...encoded].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString()
}

/** The 30-second step of this time, in ms. */
export const totpStep = (time: number): number => Math.floor(time / 30_000)

/** The code of this step: RFC 6238 over RFC 4226, with SHA-1 as every authenticator app does. */
export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
