import { beforeAll, describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { solved } from '../../../tests/support/solved.ts'
import { createAttempts } from '../limits/attempts.ts'
import { createProofs } from './spam-filter.ts'

onOneDatabase('A proof of work', (store) => {
  let now = Date.now()
  let proofs: ReturnType<typeof createProofs>
  const of = (secret: string) => {
    const attempts = createAttempts(store().database, () => now)
    return createProofs(
      attempts,
      async () => secret,
      () => now,
    )
  }
  beforeAll(() => {
    proofs = of('a secret')
  })

  it('is accepted once, in every process with the same secret', async () => {
    const proof = solved(await proofs.challenge())
    const states = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? proofs : of('a secret')).spend(proof)),
    )
    expect(states.filter((state) => state === 'holds')).toHaveLength(1)
    expect(states.filter((state) => state === 'used before')).toHaveLength(9)
  })

  it('holds again after it was given back', async () => {
    const proof = solved(await proofs.challenge())
    await proofs.spend(proof)
    await proofs.release(proof)
    expect(await proofs.spend(proof)).toBe('holds')
    expect(await proofs.spend(proof)).toBe('used before')
  })

  it('holds for two hours', async () => {
    const [early, late] = [solved(await proofs.challenge()), solved(await proofs.challenge())]
    now += 2 * 60 * 60 * 1000 - 5000
    expect(await proofs.spend(early)).toBe('holds')
    now += 10_000
    expect(await proofs.spend(late)).toBe('too old')
    const ofTheFuture = solved(await proofs.challenge())
    now -= 86_400_000
    expect(await proofs.spend(ofTheFuture)).toBe('too old')
    now += 86_400_000
  })

  it('is none without its challenge, and made up when any part of it is', async () => {
    expect(await proofs.spend('')).toBe('none')
    const proof = solved(await proofs.challenge())
    const [challenge = '', nonces = ''] = proof.split('~')
    const [end = '', id = '', signature = ''] = challenge.split('.')
    const longer = (Number.parseInt(end, 36) + 3600).toString(36)
    const wrong = [
      'nonsense',
      challenge,
      `${challenge}~${nonces.split('-').slice(1).join('-')}`,
      `${challenge}~${nonces.replace(/\d+$/, '7')}`,
      `${challenge}~${nonces}-1`,
      `${longer}.${id}.${signature}~${nonces}`,
      `${end}.AAAAAAAA.${signature}~${nonces}`,
      `${end}.${id}.${'A'.repeat(22)}~${nonces}`,
      solved(await of('another secret').challenge()),
    ]
    for (const one of wrong) expect(await proofs.spend(one), one).toBe('made up')
    // None of these has spent the true one.
    expect(await proofs.spend(proof)).toBe('holds')
  })
})

describe('A challenge', () => {
  it('asks for the secret once, and again when that failed', async () => {
    let asked = 0
    const proofs = createProofs({ take: async () => {}, release: async () => {} }, async () => {
      asked += 1
      if (asked === 1) throw new Error('not yet')
      return 'a secret'
    })
    await expect(proofs.challenge()).rejects.toThrow('not yet')
    const made = await Promise.all([proofs.challenge(), proofs.challenge()])
    expect(new Set(made).size).toBe(2)
    expect(asked).toBe(2)
  })
})
