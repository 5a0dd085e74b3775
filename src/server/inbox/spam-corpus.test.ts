import { expect, it } from 'vitest'
import { emails, type SampleEmail } from '../../../tests/fixtures/emails/email.ts'
import { laterSpam, laterWanted } from '../../../tests/fixtures/emails/later.ts'
import { wanted } from '../../../tests/fixtures/emails/not-spam.ts'
import { spam } from '../../../tests/fixtures/emails/spam.ts'
import { unheardSpam, unheardWanted } from '../../../tests/fixtures/emails/unheard.ts'
import { createTestApp } from '../../../tests/support/app.ts'
import { onOneDatabase, type TestStore } from '../../../tests/support/databases.ts'
import { defaultSpamRules, scoreSignals } from '../../model/inbox/spam-rules.ts'
import { findSignals } from './spam-filter.ts'

interface Outcome {
  email: SampleEmail
  id: string
  quarantined: boolean
  clicked: boolean
}

/** Stores the emails one after the other. The owner labels the first `clicks`; the filter decides about the rest. */
const arrive = async (store: TestStore, list: SampleEmail[], clicks: number, bare = false): Promise<Outcome[]> => {
  const app = await createTestApp(store)
  const outcomes: Outcome[] = []
  for (const [index, email] of list.entries()) {
    const arrival = bare ? { website: '', elapsed: 60_000 } : email
    const signals = await findSignals(store.database.kysely, email.message, arrival, bare ? 'holds' : email.proof)
    const found = scoreSignals(signals, defaultSpamRules)
    const { id } = await app.services.messages.create(email.message, { spam: found })
    if (index < clicks) await app.services.messages.update(id, { label: email.spam ? 'spam' : 'wanted' })
    outcomes.push({ email, id, quarantined: found.isQuarantined, clicked: index < clicks })
  }
  await app.close()
  return outcomes
}

const share = (of: Outcome[]) => of.filter(({ quarantined }) => quarantined).length / of.length
const templates = (of: Outcome[]) => of.filter(({ quarantined }) => quarantined).map(({ email }) => email.template)
const left = (all: Outcome[], which: boolean) => all.filter(({ email, clicked }) => !clicked && email.spam === which)

onOneDatabase('Four hundred emails in four languages', (store) => {
  it('after twenty labels: quarantines 97 % of the spam and nothing else, and all can be restored', async () => {
    const list = emails(1, 50, { wanted, spam })
    expect(list.filter((email) => email.spam)).toHaveLength(200)
    const all = await arrive(store(), list, 20)
    expect(share(left(all, true))).toBeGreaterThanOrEqual(0.97)
    expect(templates(all.filter(({ email }) => !email.spam))).toEqual([])
    // Also of templates that the owner has not seen one of.
    const seen = new Set(all.filter(({ clicked }) => clicked).map(({ email }) => email.template))
    const unseen = left(all, true).filter(({ email }) => !seen.has(email.template))
    expect(unseen.length).toBeGreaterThan(100)
    expect(share(unseen)).toBeGreaterThanOrEqual(0.97)

    const app = await createTestApp(store())
    const { messages } = app.services
    for (const { id, email, quarantined, clicked } of all) {
      const kept = await messages.get(id)
      expect(kept).toMatchObject(email.message)
      if (quarantined && !clicked) expect(kept.status).toBe('spam')
    }
    for (const { id } of all.filter(({ quarantined }) => quarantined).slice(0, 20))
      expect(await messages.update(id, { status: 'new' })).toMatchObject({ status: 'new', label: 'wanted' })
    await app.close()
  })
})

onOneDatabase('Emails that come as a person’s would, with their proof of work and in good time', (store) => {
  it('are recognised as spam by their text, nine in ten, and no other email is quarantined', async () => {
    const all = await arrive(store(), emails(2, 30, { wanted, spam }), 20, true)
    expect(share(left(all, true))).toBeGreaterThanOrEqual(0.9)
    expect(templates(all.filter(({ email }) => !email.spam))).toEqual([])
  })
})

onOneDatabase('Spam of kinds that the rules have no word for', (store) => {
  it('is let through at first, and mostly quarantined after eighty labels; no other email is quarantined', async () => {
    const later = emails(3, 40, { wanted: laterWanted, spam: laterSpam })
    const all = await arrive(store(), later, 80, true)
    expect(templates(all.filter(({ email }) => !email.spam))).toEqual([])
    const first = share(all.slice(0, 20).filter(({ email }) => email.spam))
    const after = share(left(all, true))
    expect(first).toBeLessThan(0.25)
    expect(after).toBeGreaterThanOrEqual(0.6)
  })
})

onOneDatabase('Emails that are not spam, of every set, with nothing learned', (store) => {
  it('are never quarantined, whatever the seed', async () => {
    const wrong: string[] = []
    for (const from of [wanted, unheardWanted, laterWanted])
      for (let seed = 10; seed < 14; seed += 1)
        for (const email of emails(seed, 20, { wanted: from, spam: unheardSpam })) {
          if (email.spam) continue
          const signals = await findSignals(
            store().database.kysely,
            email.message,
            { website: '', elapsed: undefined },
            'none',
          )
          if (scoreSignals(signals, defaultSpamRules).isQuarantined) wrong.push(email.template)
        }
    expect(wrong).toEqual([])
  })
})
