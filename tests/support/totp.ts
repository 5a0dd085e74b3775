const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret in an authenticator app's address, as the server keeps it: base32 of it is what the app is told. */
export const secretOf = (totpUri: string): string => {
  const encoded = new URL(totpUri).searchParams.get('secret') ?? ''
  const bits = [...encoded].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString()
}
