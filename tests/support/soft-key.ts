import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { TestStore } from './databases.ts'

/** A passkey in software, as a browser would answer with it (WebAuthn Level 3, 6.1 and 7.2). */
export interface SoftKey {
  id: string
  /** The answer to a challenge. */
  answer(challenge: string): object
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** Makes a key and stores it for this account, without the ceremony of adding one. */
export const addSoftKey = async ({ database }: TestStore, userId: string, origin: string): Promise<SoftKey> => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  // COSE: a map of key type EC2, algorithm ES256, curve P-256 and the two coordinates.
  const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1])
  const cose = Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)])
  const id = randomBytes(16).toString('base64url')
  await database.kysely
    .withTables<{ passkeys: Record<string, unknown> }>()
    .insertInto('passkeys')
    .values({
      ...{ id, userId, credentialID: id, publicKey: cose.toString('base64'), counter: 0 },
      ...{ deviceType: 'singleDevice', backedUp: database.kind === 'sqlite' ? 0 : false },
    })
    .execute()
  return {
    id,
    answer: (challenge) => {
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      // Present and verified; a counter of 0, as of keys that keep none.
      const data = Buffer.concat([hash(new URL(origin).hostname), Buffer.from([0x05, 0, 0, 0, 0])])
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
