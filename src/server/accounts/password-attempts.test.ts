import { beforeEach, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { createFakeClock, type FakeClock } from '../../../tests/support/fake-clock.ts'
import { Invalid, TooMany, Unavailable } from '../../model/errors.ts'
import { createAttempts } from '../limits/attempts.ts'
import { createPasswordAttempts, type PasswordAttempts } from './attempts.ts'

onOneDatabase('A password attempt', (store) => {
  let clock: FakeClock
  let attempts: PasswordAttempts
  const rows = () => store().database.kysely.selectFrom('attempts').selectAll().orderBy('key').execute()
  beforeEach(async () => {
    await store().database.kysely.deleteFrom('attempts').execute()
    clock = createFakeClock(() => new Promise((resolve) => setImmediate(resolve)))
    attempts = createPasswordAttempts(createAttempts(store().database, clock.now), true, clock)
  })

  const wrong = async () => {
    throw new Invalid({ password: 'This is not your password.' })
  }
  const right = async () => 'in'
  type Outcome = 'in' | 'wrong' | 'refused' | 'failed'
  const outcome = (running: Promise<string>): Promise<Outcome> =>
    running.then(
      () => 'in' as const,
      (error: unknown) => (error instanceof TooMany ? 'refused' : error instanceof Invalid ? 'wrong' : 'failed'),
    )
  const guess = (account: string, address: string, work: () => Promise<string> = wrong, device?: string) =>
    outcome(attempts.run({ email: account, ip: address, device }, work))
  /** Outcomes of those that are over. */
  const settledOf = async (all: readonly Promise<Outcome>[]) => {
    const outcomes = await Promise.all(all.map((one) => Promise.race([one, Promise.resolve(undefined)])))
    return outcomes.filter((one) => one !== undefined)
  }
  const spray = async (count: number) => {
    for (let n = 0; n < count; n += 1) await guess(`user${n}@people.example`, `10.0.0.${n % 5}`)
  }

  it('from an address that is refused fills no other counter and writes nothing', async () => {
    for (let n = 0; n < 20; n += 1) expect(await guess(`user${n}@people.example`, '10.0.0.1')).toBe('wrong')
    const before = await rows()
    for (let n = 0; n < 10; n += 1) expect(await guess('owner@people.example', '10.0.0.1')).toBe('refused')
    expect(await rows()).toEqual(before)
    expect(await guess('owner@people.example', '10.0.0.2', right)).toBe('in')
  })

  it('from a known device is looked at while strangers have locked the account, five times and not more', async () => {
    for (let n = 0; n < 6; n += 1) await guess('owner@people.example', `10.0.0.${n}`)
    expect(await guess('owner@people.example', '10.0.0.9', right)).toBe('refused')
    expect(await guess('owner@people.example', '10.0.0.9', right, 'laptop')).toBe('in')
    const outcomes: Outcome[] = []
    for (let n = 0; n < 7; n += 1) outcomes.push(await guess('owner@people.example', '10.0.0.9', wrong, 'laptop'))
    expect(outcomes).toEqual([...Array(5).fill('wrong'), 'refused', 'refused'])
  })

  it('by several names of an account is checked five times in all, and no answer says that they are names of one', async () => {
    let turn = 0
    const guessAs = (email: string, account: string | undefined, work = wrong as () => Promise<string>) => {
      const isRight = (isLocked: boolean) => (isLocked ? wrong() : work())
      turn += 1
      return outcome(attempts.run({ email, ip: `10.0.1.${turn}`, account }, isRight))
    }
    for (let n = 0; n < 3; n += 1) {
      expect(await guessAs('ada', 'a1')).toBe('wrong')
      expect(await guessAs('nobody', undefined)).toBe('wrong')
    }
    for (let n = 0; n < 2; n += 1) expect(await guessAs('ada@people.example', 'a1')).toBe('wrong')
    // Locked, and answered as a wrong one is, until a name has been tried too often itself.
    expect(await guessAs('ada@people.example', 'a1', right)).toBe('wrong')
    const both = [await guessAs('ada', 'a1'), await guessAs('nobody', undefined), await guessAs('ada', 'a1')]
    expect([...both, await guessAs('nobody', undefined)]).toEqual(Array(4).fill('wrong'))
    expect([await guessAs('ada', 'a1', right), await guessAs('nobody', undefined)]).toEqual(['refused', 'refused'])
  })

  it('from within a session is counted for that session alone', async () => {
    for (let n = 0; n < 6; n += 1) await guess('owner@people.example', `10.0.0.${n}`)
    for (let n = 0; n < 5; n += 1) expect(await outcome(attempts.inSession('stolen', wrong))).toBe('wrong')
    expect(await outcome(attempts.inSession('stolen', right))).toBe('refused')
    expect(await outcome(attempts.inSession('owner’s', right))).toBe('in')
  })

  it('waits after fifty wrong ones together: one a second is looked at, and who guessed least goes first', async () => {
    await spray(50)
    const answers: string[] = []
    const send = (name: string, address: string) =>
      guess(`${name}@people.example`, address).then((one) => answers.push(`${name} ${one}`))
    // One after the other into the line, so that the order is known.
    const sent: Promise<unknown>[] = []
    const enter = async (name: string, address: string) => {
      sent.push(send(name, address))
      await expect.poll(waitingOrAnswered).toBe(sent.length)
    }
    let entered = 0
    const waitingOrAnswered = async () => {
      // Reading its counters is all that a try does before it waits.
      await store().database.kysely.selectFrom('attempts').select('key').limit(1).execute()
      entered = Math.min(sent.length, entered + 1)
      return entered
    }
    for (let n = 0; n < 10; n += 1) await enter(`guesser${n}`, `10.0.0.${n % 5}`)
    await enter('stranger', '10.9.9.9')
    // The line has ten places, and the newcomer has guessed less than anybody in it.
    await expect.poll(() => answers).toEqual([expect.stringMatching(/^guesser\d refused$/)])
    await clock.pass(1000)
    await expect.poll(() => answers).toHaveLength(2)
    expect(answers[1]).toBe('stranger wrong')
    await clock.pass(1000)
    await expect.poll(() => answers).toHaveLength(3)
    await clock.pass(20_000)
    await Promise.all(sent)
    expect(answers.filter((one) => one.endsWith('wrong'))).toHaveLength(10)
  })

  it('of an unknown device only waits some seconds while twenty others, of three addresses, are sprayed at once', async () => {
    await spray(50)
    const sprayed = Array.from({ length: 20 }, (_, n) => guess(`invented${n}@people.example`, `10.4.0.${n % 3}`))
    // All but ten, which wait.
    await expect.poll(async () => (await settledOf(sprayed)).length).toBe(10)
    const entered = guess('member@people.example', '10.9.0.4', right)
    await expect.poll(async () => (await settledOf(sprayed)).length).toBe(11)
    for (let second = 0; second < 4; second += 1) await clock.pass(1000)
    await expect.poll(() => settledOf([entered])).toEqual(['in'])
    await clock.pass(20_000)
    await Promise.all(sprayed)
  })

  it('that the server could not look at is not counted', async () => {
    const failing = async () => {
      throw new Unavailable('The database is away.')
    }
    for (let n = 0; n < 12; n += 1) expect(await guess('owner@people.example', '10.0.0.1', failing)).toBe('failed')
    expect(await guess('owner@people.example', '10.0.0.1', right)).toBe('in')
  })

  it('that is right costs its address, a hundred in a quarter of an hour, and no known device', async () => {
    for (let n = 0; n < 100; n += 1) expect(await guess('member@people.example', '10.0.0.1', right)).toBe('in')
    expect(await guess('member@people.example', '10.0.0.1', right)).toBe('refused')
    expect(await guess('owner@people.example', '10.0.0.1', right, 'laptop')).toBe('in')
    expect(await guess('member@people.example', '10.0.0.2', right)).toBe('in')
  })

  it('of the claim token is counted for its address alone', async () => {
    for (let n = 0; n < 20; n += 1) expect(await outcome(attempts.claim('10.0.0.1', wrong))).toBe('wrong')
    expect(await outcome(attempts.claim('10.0.0.1', right))).toBe('refused')
    expect(await outcome(attempts.claim('10.0.0.2', right))).toBe('in')
  })
})
