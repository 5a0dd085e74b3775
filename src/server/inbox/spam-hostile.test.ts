import { beforeAll, describe, expect, it } from 'vitest'
import { emails } from '../../../tests/fixtures/emails/email.ts'
import { wanted } from '../../../tests/fixtures/emails/not-spam.ts'
import { spam } from '../../../tests/fixtures/emails/spam.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { defaultSpamRules, scoreSignals } from '../../model/inbox/spam-rules.ts'
import type { Database } from '../db/database.ts'
import { learn, textTokens, tokensOf } from './learned-signals.ts'
import { findSignals } from './spam-filter.ts'
import { textSignals } from './spam-signals.ts'

const from = (message: string, name = 'Ada') => ({ user_name: name, user_email: 'ada@mail.example', message })
const names = (message: string, name?: string) => textSignals(from(message, name)).map((signal) => signal.name)

describe('Disguises', () => {
  it.each([
    ['Cyrillic letters in a Latin word', 'Best саsіno bоnus'],
    ['invisible characters', 'Best ca\u200bsi\u200dno bo\u2060nus'],
    ['mathematical letters', 'Best 𝐜𝐚𝐬𝐢𝐧𝐨 𝓫𝓸𝓷𝓾𝓼'],
    ['full-width letters', 'Best ｃａｓｉｎｏ ｂｏｎｕｓ'],
    ['spaced-out letters', 'Best c a s i n o, b-o-n-u-s'],
    ['digits for letters', 'Best c4s1n0 b0nus'],
    ['piled-up diacritics', 'Best c\u0301\u0302\u0303a\u0301\u0302\u0303sino bonus'],
  ])('are removed before phrases are searched, and are a signal: %s', (_, text) => {
    const signals = textSignals(from(`${text}, free spins here`))
    expect(signals.map(({ name }) => name)).toContain('disguised')
    expect(signals.find(({ name }) => name === 'topic')?.detail).toContain('casino')
  })

  it.each([
    ['Persian with its joiners', 'می‌خواهم وب‌سایت کتاب‌فروشی‌ام را نو کنم، لطفاً راهنمایی‌ام کنید.'],
    ['emoji made of several', 'Thank you 👩‍💻👨‍👩‍👧‍👦 see you in May'],
    ['units and formulas', 'The grid is 15 µm wide and 3 Ω, so h264 at 60 fps, i18n and a11y matter.'],
    ['Greek in Greek, Cyrillic in Cyrillic', 'Καλημέρα, θέλω μια σελίδα. Здравствуйте, нужен сайт.'],
    ['Japanese with full-width letters', '初めまして、ＷＥＢサイトの制作をお願いしたいです。'],
    ['soft hyphens from a text processor', 'Die Barriere\u00adfreiheits\u00adprüfung der Seite'],
    ['a product name', 'We use WordPress, WooCommerce and JavaScriptCore.'],
    ['German as it is', 'Angstschweiß wegen der Rechtsschutzversicherungsgesellschaft'],
    ['initials', 'J. R. R. says hello, as do the U.S. and the E.U.'],
  ])('are not found in ordinary text: %s', (_, text) => {
    expect(names(text)).toEqual([])
  })
})

describe('A long message', () => {
  const random = seededRandom(50)
  const longTexts: [string, string][] = [
    ['words', Array.from({ length: 9000 }, () => `w${random.below(100_000)}`).join(' ')],
    ['one letter', 'a'.repeat(50_000)],
    ['spaced-out letters', 'a '.repeat(25_000)],
    ['links', 'https://a.top/b '.repeat(3200)],
    ['unfinished links', 'http://'.repeat(7000)],
    ['open brackets', '<a [url='.repeat(6000)],
    ['dots and hyphens', 'a.b-'.repeat(12_500)],
    ['unseen characters', 'a\u200b'.repeat(25_000)],
    ['marks', `a${'\u0301'.repeat(50_000)}`],
    ['Chinese', '网站设计很好看'.repeat(7000)],
    ['emoji', '👩‍💻'.repeat(10_000)],
    ['exclamation marks', '!$€'.repeat(17_000)],
  ]
  it.each(longTexts)('of 50 kB of %s takes at most 20 ms of processor time, and has at most 424 tokens', (_, text) => {
    textSignals(from(text))
    tokensOf(from(text))
    let least = Number.POSITIVE_INFINITY
    // The processor time of this thread, the least of several runs: other programs do not count.
    for (let tries = 0; tries < 20; tries += 1) {
      const since = process.threadCpuUsage()
      textSignals(from(text))
      tokensOf(from(text))
      const { user, system } = process.threadCpuUsage(since)
      least = Math.min(least, (user + system) / 1000)
    }
    expect(least).toBeLessThan(20)
    expect(tokensOf(from(text)).length).toBeLessThanOrEqual(424)
  })
})

describe('Tokens', () => {
  it('are the same for every spelling, and pairs of characters in scripts without spaces', () => {
    expect(textTokens('Größe GROSSE, ﬁnder Café')).toEqual(['große', 'grosse', 'finder', 'cafe'])
    expect(textTokens('كتاب کتاب كِتَاب')).toEqual(['کتاب'])
    expect(textTokens('网站设计')).toEqual(['网站', '站设', '设计'])
    expect(textTokens('สวัสดี').length).toBeGreaterThan(2)
  })
})

onOneDatabase('Learning from the owner’s labels', (store) => {
  let database: Database
  beforeAll(() => {
    database = store().database
  })
  const storedTokens = () => database.kysely.selectFrom('spam_tokens').selectAll().orderBy('token').execute()
  const teach = (
    message: ReturnType<typeof from>,
    now: 'spam' | 'wanted' | null,
    before: 'spam' | 'wanted' | null = null,
  ) => database.transaction((trx) => learn(trx, [{ message, now, before }]))
  const isQuarantined = async (message: ReturnType<typeof from>) =>
    scoreSignals(
      await findSignals(database.kysely, message, { website: '', elapsed: 60_000 }, 'holds'),
      defaultSpamRules,
    ).isQuarantined

  /** Four: with more, a write would wait longer than it may on a busy machine. */
  const fourAtOnce = async <T>(list: readonly T[], work: (one: T) => Promise<unknown>) => {
    const left = list.values()
    const lane = async () => {
      for (const one of left) await work(one)
    }
    await Promise.all([lane(), lane(), lane(), lane()])
  }

  it('removes every token when labels are taken back, also by several calls at once', async () => {
    const messages = emails(5, 3, { wanted, spam }).map(({ message }) => message)
    await fourAtOnce(messages, (message) => teach(message, 'spam'))
    expect((await storedTokens()).length).toBeGreaterThan(100)
    await fourAtOnce(messages, (message) => teach(message, 'wanted', 'spam'))
    expect((await storedTokens()).every((row) => row.spam === 0 && row.wanted > 0)).toBe(true)
    await fourAtOnce(messages, (message) => teach(message, null, 'wanted'))
    expect(await storedTokens()).toEqual([])
  })

  it('learns many labels at once as it does one by one', async () => {
    const list = emails(7, 20, { wanted, spam })
    const labelled = list.map(({ message, spam: isSpam }) => ({
      message,
      now: isSpam ? ('spam' as const) : ('wanted' as const),
      before: null,
    }))
    for (const { message, now } of labelled) await teach(message, now)
    const oneByOne = await storedTokens()
    expect(oneByOne.length).toBeGreaterThan(100)
    const takenBack = labelled.map(({ message, now }) => ({ message, now: null, before: now }))
    await database.transaction((trx) => learn(trx, takenBack))
    expect(await storedTokens()).toEqual([])
    await database.transaction((trx) => learn(trx, labelled))
    expect(await storedTokens()).toEqual(oneByOne)
    // Of a message that taught other tokens before, nothing goes below none.
    const [one] = takenBack
    await database.transaction((trx) => learn(trx, one ? [one, one] : []))
    expect((await storedTokens()).every((row) => row.spam >= 0 && row.wanted >= 0)).toBe(true)
    await database.kysely.deleteFrom('spam_tokens').execute()
  })

  it('quarantines no other message after spam that is stuffed with its words', async () => {
    const list = emails(6, 30, { wanted, spam })
    for (const { message, spam: isSpam } of list.slice(0, 40)) await teach(message, isSpam ? 'spam' : 'wanted')
    const good = list.slice(40).filter((email) => !email.spam)
    // The attacker knows every message that will come, and the owner marks all thirty attacks as spam.
    for (let n = 0; n < 30; n += 1) {
      const stuffing = good.map(({ message }) => message.message).join(' ')
      await teach({ ...from(`Casino free spins, jackpot. ${stuffing}`), user_email: `s${n}@win.top` }, 'spam')
    }
    const wrong = []
    for (const { message, template } of good) if (await isQuarantined(message)) wrong.push(template)
    expect(wrong.length / good.length).toBeLessThan(0.02)
    // Clear spam is not let through for the words of other messages.
    expect(
      await isQuarantined(
        from(`${good[0]?.message.message} casino, free spins, jackpot, deposit bonus: https://win.top`),
      ),
    ).toBe(true)
  })

  it('never lets a message through that filled in the honeypot field', async () => {
    const known = { ...from('Hello again, about the page in May, as we said.'), user_email: 'friend@mail.example' }
    await teach(known, 'wanted')
    const signals = await findSignals(database.kysely, known, { website: 'x', elapsed: undefined }, 'none')
    expect(signals.map(({ name }) => name)).toContain('known')
    expect(scoreSignals(signals, defaultSpamRules).isQuarantined).toBe(true)
  })
})
