import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { MessageStatus } from '../../model/inbox/stored-message.ts'
import type { Database } from '../db/database.ts'
import { changeMessages, type Learn } from './message-row.ts'
import { createMessages, type Messages } from './messages.ts'

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello.\nIs there time in May?' }

onEachDatabase('messages', (store) => {
  let database: Database
  let messages: Messages
  let lessons: string[] = []

  /** Counts like the filter, so that a label that is learned twice shows. */
  const learn: Learn = async (_trx, labelled) => {
    for (const { message, now, before } of labelled) lessons.push(`${message.user_name}: ${before} → ${now}`)
  }

  beforeAll(() => {
    database = store().database
    messages = createMessages(database, {
      learn,
      mail: {
        announce: async () => {},
        reply: async () => {
          throw new Invalid({}, 'Set SMTP_URL.')
        },
        describe: () => ({
          ...{ transport: null, missing: ['Set SMTP_URL.'], recipient: null, answers: false },
          ...{ queued: 0, failed: 0, lastFailure: null },
        }),
        outbox: { deliveriesOf: async () => new Map(), sendAgain: async () => {}, poll: () => {} },
      },
    })
  })
  beforeEach(() => {
    lessons = []
  })

  const count = async () => (await database.kysely.selectFrom('messages').select('id').execute()).length
  const names = async (options: Parameters<Messages['list']>[0]) =>
    (await messages.list(options)).messages.map(({ user_name: name }) => name)
  const quarantined = {
    score: 150,
    isQuarantined: true,
    signals: [{ name: 'honeypot' as const, amount: 1, weight: 150 }],
  }

  describe('coming in', () => {
    it('are stored as they were sent', async () => {
      const { id } = await messages.create(input, { address: '192.0.2.1' })
      const { messages: list } = await messages.list()
      expect(list).toEqual([
        {
          id,
          ...input,
          status: 'new',
          answers: [],
          spamReasons: [],
          spamScore: 0,
          label: null,
          note: '',
          followUp: null,
          version: 1,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          deletedAt: null,
          deliveries: [],
          replies: [],
        },
      ])
    })

    it('are stored once for one idempotency key, also when sent twenty times at once', async () => {
      const before = await count()
      const sent = await Promise.all(
        Array.from({ length: 20 }, () => messages.create(input, { idempotencyKey: 'one-sending' })),
      )
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
      expect(await messages.create(input, { idempotencyKey: 'one-sending' })).toEqual(sent[0])
      expect(await messages.known(input, 'one-sending')).toBe(sent[0]?.id)
      expect(await messages.known(input, 'never-sent')).toBeUndefined()
      expect(await count()).toBe(before + 1)
      expect(await messages.create(input, { idempotencyKey: 'another' })).not.toEqual(sent[0])
    })

    it('refuse a key that another message has, instead of losing the second', async () => {
      const { id } = await messages.create(input, { idempotencyKey: 'taken' })
      const before = await count()
      for (const change of [{ message: 'Another.' }, { user_name: 'Eve' }, { user_email: 'eve@example.com' }]) {
        await expect(messages.create({ ...input, ...change }, { idempotencyKey: 'taken' })).rejects.toThrow(Invalid)
      }
      expect(await count()).toBe(before)
      expect(await messages.create(input, { idempotencyKey: 'taken' })).toEqual({ id })
    })

    it('are refused with a sentence for each field, and then not stored', async () => {
      const before = await count()
      const bad = { user_name: 'Ada\r\nBcc: x', user_email: 'nobody', message: ' ' }
      await expect(messages.create(bad)).rejects.toMatchObject({
        fields: { user_name: expect.any(String), user_email: expect.any(String), message: expect.any(String) },
      })
      await expect(messages.create(input, { idempotencyKey: 'x'.repeat(201) })).rejects.toThrow(Invalid)
      expect(await count()).toBe(before)
    })

    it('that look like spam are quarantined, with the reasons', async () => {
      const { id } = await messages.create(input, { spam: quarantined })
      const { messages: list } = await messages.list({ view: 'spam' })
      expect(list).toMatchObject([
        { id, status: 'spam', spamScore: 150, spamReasons: [{ name: 'honeypot', points: 150 }] },
      ])
      expect((await messages.list({ view: 'inbox' })).messages.map((message) => message.id)).not.toContain(id)
    })
  })

  describe('quarantined as spam', () => {
    const day = 24 * 60 * 60 * 1000

    it('go to the trash after thirty days without a label, and for good after thirty more', async () => {
      const left = await messages.create(input, { spam: quarantined })
      const labelled = await messages.create(input, { spam: quarantined })
      const wanted = await messages.create(input)
      await messages.update(labelled.id, { label: 'spam' })
      await messages.cleanUp(Date.now() + 29 * day)
      expect(await messages.get(left.id)).toMatchObject({ status: 'spam', deletedAt: null, version: 1 })
      const later = Date.now() + 31 * day
      await messages.cleanUp(later)
      expect(await messages.get(left.id)).toMatchObject({ deletedAt: new Date(later).toISOString(), version: 2 })
      for (const { id } of [labelled, wanted]) expect(await messages.get(id)).toMatchObject({ deletedAt: null })
      await messages.cleanUp(Date.now() + 62 * day)
      await expect(messages.get(left.id)).rejects.toThrow(NotFound)
      for (const { id } of [labelled, wanted]) await messages.get(id)
    })
  })

  describe('listed', () => {
    it('come newest first, page by page', async () => {
      for (let n = 0; n < 5; n += 1) await messages.create({ ...input, message: `No. ${n}` })
      const first = await messages.list({ limit: 3 })
      const second = await messages.list({ limit: 2, cursor: first.next ?? '' })
      expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual(
        [4, 3, 2, 1, 0].map((n) => `No. ${n}`),
      )
      await expect(messages.list({ cursor: "' or 1" })).rejects.toThrow(Invalid)
    })

    it.each([
      ['Graca MACAO', 'Graça'],
      ['виктор привет', 'Виктор'],
      ['山田 お願い', '山田'],
      ['100%', 'Percent'],
      ['ada@example.com may?', 'Ada'],
    ])('are found by the words %s', async (q, name) => {
      await messages.create({ ...input, user_name: 'Graça', message: 'Um sítio para Macão' })
      await messages.create({ ...input, user_name: 'Виктор', message: 'Привет!' })
      await messages.create({ ...input, user_name: '山田', message: 'ウェブサイトをお願いします' })
      await messages.create({ ...input, user_name: 'Percent', message: 'I want 100% of it' })
      await messages.create({ ...input, user_name: 'Other', message: 'I want 100 of it' })
      expect(new Set(await names({ q, limit: 200 }))).toEqual(new Set([name]))
    })

    it('are found by the note, and by the address they came from, however it is written', async () => {
      const { id } = await messages.create({ ...input, user_name: 'Noted', user_email: 'Noted@Example.com' })
      await messages.update(id, { note: 'Wants a Bücherei' })
      expect(await names({ q: 'bucherei' })).toEqual(['Noted'])
      expect(await names({ from: 'noted@example.COM' })).toEqual(['Noted'])
    })
  })

  describe('sorted by the owner', () => {
    it('change status, note and follow-up day, each write a version', async () => {
      const { id } = await messages.create(input)
      expect(await messages.update(id, { status: 'read' })).toMatchObject({ status: 'read', version: 2 })
      const noted = await messages.update(id, { note: 'Ring her.', followUp: '2026-05-01' }, { version: 2 })
      expect(noted).toMatchObject({ note: 'Ring her.', followUp: '2026-05-01', status: 'read', version: 3 })
      await expect(messages.update(id, { note: 'Mine.' }, { version: 2 })).rejects.toThrow(StaleVersion)
      expect(await messages.update(id, { status: 'read' })).toMatchObject({ version: 3, note: 'Ring her.' })
      expect(await messages.update(id, { followUp: null })).toMatchObject({ followUp: null })
    })

    it('refuse a status there is not, a day there is not, and a note that is too long', async () => {
      const { id } = await messages.create(input)
      const bad = [{ status: 'burnt' as MessageStatus }, { followUp: '2026-02-30' }, { note: 'x'.repeat(10_001) }]
      for (const change of bad) await expect(messages.update(id, change)).rejects.toThrow(Invalid)
      expect(await messages.get(id)).toMatchObject({ status: 'new', version: 1 })
    })

    it('are in the views that fit their state', async () => {
      const made = async (name: string) => (await messages.create({ ...input, user_name: name })).id
      const due = await made('Due')
      const later = await made('Later')
      const done = await made('Done')
      await messages.update(due, { followUp: '2026-04-30', status: 'archived' })
      await messages.update(later, { followUp: '2026-05-02' })
      await messages.update(done, { status: 'archived' })
      const today = '2026-05-01'
      expect(await names({ view: 'due', today })).toEqual(['Due'])
      expect(await names({ view: 'archived' })).toEqual(['Done', 'Due'])
      expect(await names({ view: 'unread', limit: 1 })).toEqual(['Later'])
      const { counts, mail } = await messages.inbox(today)
      expect(counts.due).toBe(1)
      expect(counts.unread).toBe((await names({ view: 'unread', limit: 200 })).length)
      expect(mail.missing).toEqual(['Set SMTP_URL.'])
    })

    it('teach the filter when they are moved to spam, out of it, and when that is undone', async () => {
      const { id } = await messages.create({ ...input, user_name: 'Sly' })
      expect(await messages.update(id, { status: 'spam' })).toMatchObject({ label: 'spam' })
      expect(await messages.update(id, { status: 'read' })).toMatchObject({ label: 'wanted' })
      await messages.update(id, { status: 'archived' })
      expect(await messages.update(id, { status: 'spam' })).toMatchObject({ label: 'spam' })
      // As Undo does it: back as it was, and nothing learned.
      expect(await messages.update(id, { status: 'new', label: null })).toMatchObject({ label: null })
      expect(lessons).toEqual(['Sly: null → spam', 'Sly: spam → wanted', 'Sly: wanted → spam', 'Sly: spam → null'])
    })

    it('teach nothing when the change is refused', async () => {
      const { id } = await messages.create(input)
      await expect(messages.update(id, { status: 'spam' }, { version: 9 })).rejects.toThrow(StaleVersion)
      expect(lessons).toEqual([])
      expect(await messages.get(id)).toMatchObject({ status: 'new', label: null })
    })

    it('let others come between when many are changed', async () => {
      const { id: one } = await messages.create({ ...input, user_name: 'Crowd' })
      const row = await database.kysely
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', one)
        .executeTakeFirstOrThrow()
      const ids = Array.from({ length: 401 }, (_, n) => `${one}-${n}`)
      for (const some of [ids.slice(0, 200), ids.slice(200)])
        await database.kysely
          .insertInto('messages')
          .values(some.map((id) => ({ ...row, id })))
          .execute()
      const pieces: number[] = []
      const change = { ids, status: 'spam' } as const
      // Each piece is a transaction of its own: what came before one that fails is stored, and nobody waited for more.
      const failing: Learn = async (_, { length }) => {
        pieces.push(length)
        if (pieces.length === 2) throw new Error('The second fails.')
      }
      await expect(changeMessages(database, failing, change)).rejects.toThrow('The second fails.')
      const stored = database.kysely.selectFrom('messages').select('id').where('id', 'in', ids)
      expect(await stored.where('status', '=', 'spam').execute()).toHaveLength(200)
      expect(await changeMessages(database, failing, change)).toBe(401)
      expect(pieces).toEqual([200, 200, 0, 200, 1])
      expect(await changeMessages(database, failing, { ids, deleted: true })).toBe(401)
    })

    it('are changed many at once, and those that are gone are left out', async () => {
      const { id: one } = await messages.create({ ...input, user_name: 'Many' })
      const row = await database.kysely
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', one)
        .executeTakeFirstOrThrow()
      const ids = [one]
      for (let n = 1; n < 1203; n += 1) ids.push(`${one}-${n}`)
      for (let n = 1; n < 1203; n += 200) {
        const more = ids.slice(n, n + 200).map((id) => ({ ...row, id }))
        await database.kysely.insertInto('messages').values(more).execute()
      }
      const gone = ids[0] as string
      await messages.remove(gone)
      expect(await messages.updateAll({ ids: [...ids, ids[1] as string, 'nobody'], status: 'archived' })).toBe(1202)
      expect(await messages.get(gone)).toMatchObject({ status: 'new' })
      // What was opened before it was put away is marked as read later.
      expect(await messages.updateAll({ ids, status: 'read', from: 'new' })).toBe(0)
      expect(await messages.updateAll({ ids, deleted: true })).toBe(1202)
      expect((await messages.list({ view: 'archived', q: 'many' })).messages).toEqual([])
      expect(await messages.updateAll({ ids, deleted: false, status: 'read' })).toBe(1203)
      expect((await messages.list({ view: 'inbox', q: 'many', limit: 200 })).next).not.toBeNull()
      await messages.updateAll({ ids, deleted: true })
      await expect(messages.updateAll({ ids: [], deleted: true })).rejects.toThrow(Invalid)
    })
  })

  describe('deleted', () => {
    it('are in the trash, come back as they were, and take no change there', async () => {
      const { id } = await messages.create({ ...input, user_name: 'Thrown' })
      await messages.update(id, { status: 'archived', note: 'Kept.' })
      await messages.remove(id)
      await expect(messages.remove(id)).rejects.toThrow(NotFound)
      await expect(messages.update(id, { status: 'new' })).rejects.toThrow(NotFound)
      expect(await names({ q: 'thrown' })).toEqual([])
      expect(await names({ q: 'thrown', view: 'trash' })).toEqual(['Thrown'])
      expect(await messages.restore(id)).toMatchObject({ status: 'archived', note: 'Kept.', deletedAt: null })
      await expect(messages.restore(id)).rejects.toThrow(NotFound)
      expect(await names({ q: 'thrown' })).toEqual(['Thrown'])
    })

    it('are gone for good after thirty days, and not before', async () => {
      const { id } = await messages.create({ ...input, user_name: 'Purged' })
      await messages.remove(id)
      const day = 24 * 60 * 60 * 1000
      await messages.cleanUp(Date.now() + 29.9 * day)
      expect(await messages.get(id)).toMatchObject({ user_name: 'Purged' })
      expect(await messages.cleanUp(Date.now() + 30.1 * day)).toBeGreaterThanOrEqual(1)
      await expect(messages.get(id)).rejects.toThrow(NotFound)
      expect(await names({ limit: 1 })).toHaveLength(1)
    })

    it('from before there was a search are found once the house has been tidied', async () => {
      const { id } = await messages.create({ ...input, user_name: 'Ølga' })
      await database.kysely.updateTable('messages').set({ search_text: '' }).where('id', '=', id).execute()
      expect(await names({ q: 'ølga' })).toEqual([])
      await messages.cleanUp()
      expect(await names({ q: 'ølga' })).toEqual(['Ølga'])
    })
  })

  it('cannot be answered while nothing is set up to answer with, and then stay as they are', async () => {
    const { id } = await messages.create(input)
    await expect(messages.reply(id, { text: 'Yes.' })).rejects.toThrow(/Set SMTP_URL/)
    expect(await messages.get(id)).toMatchObject({ status: 'new', replies: [] })
  })
})
