import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { TestStore } from './databases.ts'

/** A passkey in software, as a browser would answer with it (WebAuthn Level 3, 6.1 and 7.2). */
export interface SoftKey {
  id: string
  /** COSE key, Base64. */
  publicKey: string
  /** The answer to a challenge; a counter of 0, as of keys that keep none, unless another is given. */
  answer(challenge: string, counter?: number): object
  /** The answer to a challenge for adding it, with these transports and the statement of an attestation, CBOR; without one, none. */
  made(challenge: string, more?: { transports?: unknown; statement?: { format: string; of: Buffer } }): object
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest()

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
export const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])

/** Makes a key that no account has yet. */
export const newSoftKey = (origin: string): SoftKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  // COSE: a map of key type EC2, algorithm ES256, curve P-256 and the two coordinates.
  const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1])
  const cose = Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)])
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const shown = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  const rp = hash(new URL(origin).hostname)
  return {
    id,
    publicKey: cose.toString('base64'),
    answer: (challenge, counter = 0) => {
      const clientData = clientDataOf('webauthn.get', challenge)
      // Present and verified.
      const data = Buffer.concat([rp, Buffer.from([0x05, 0, 0, 0, 0])])
      data.writeUInt32BE(counter, rp.length + 1)
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), privateKey)
      return {
        ...shown,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    made: (challenge, { transports, statement = { format: 'none', of: Buffer.from([0xa0]) } } = {}) => {
      // The same, with the key: of no named model, the id, and the key itself.
      const flags = Buffer.from([0x45, 0, 0, 0, 0])
      const data = Buffer.concat([rp, flags, Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cose])
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), cborText('fmt'), cborText(statement.format), cborText('attStmt'), statement.of],
        ...[cborText('authData'), cborBytes(data)],
      ])
      return {
        ...shown,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          ...(transports === undefined ? {} : { transports }),
        },
      }
    },
  }
}

/** Makes a key and stores it for this account, without the ceremony of adding one. */
export const addSoftKey = async ({ database }: TestStore, userId: string, origin: string): Promise<SoftKey> => {
  const key = newSoftKey(origin)
  const { id, publicKey } = key
  await database.kysely
    .withTables<{ passkeys: Record<string, unknown> }>()
    .insertInto('passkeys')
    .values({
      ...{ id, userId, credentialID: id, publicKey, counter: 0 },
      ...{ deviceType: 'singleDevice', backedUp: database.kind === 'sqlite' ? 0 : false },
    })
    .execute()
  return key
}
