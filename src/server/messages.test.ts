import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../tests/support/databases.ts'
import { Invalid, NotFound } from '../model/errors.ts'
import { firstSpamRules, judgement } from '../model/spam-rules.ts'
import type { Database } from './db/database.ts'
import { createMessages, type Messages } from './messages.ts'

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello.\nIs there time in May?' }

onEachDatabase('messages', (store) => {
  let database: Database
  let messages: Messages

  beforeAll(() => {
    database = store().database
    messages = createMessages(database)
  })

  const count = async () => (await database.kysely.selectFrom('messages').select('id').execute()).length

  it('are stored as they were sent', async () => {
    const { id } = await messages.create(input, { address: '192.0.2.1' })
    const { messages: list } = await messages.list()
    expect(list).toEqual([
      { id, ...input, status: 'new', spamReasons: [], spamScore: 0, createdAt: expect.any(String) },
    ])
  })

  it('are stored once for one idempotency key, also when sent twenty times at once', async () => {
    const before = await count()
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => messages.create(input, { idempotencyKey: 'one-sending' })),
    )
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await messages.create(input, { idempotencyKey: 'one-sending' })).toEqual(sent[0])
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

  it('that look like spam are kept apart, with the reasons', async () => {
    const { id } = await messages.create(input, { spam: judgement([{ name: 'honeypot', amount: 1 }], firstSpamRules) })
    const { messages: list } = await messages.list({ status: 'spam' })
    expect(list).toMatchObject([
      { id, status: 'spam', spamScore: 150, spamReasons: [{ name: 'honeypot', points: 150 }] },
    ])
  })

  it('are listed newest first, page by page', async () => {
    for (let n = 0; n < 5; n += 1) await messages.create({ ...input, message: `No. ${n}` })
    const first = await messages.list({ limit: 3 })
    const second = await messages.list({ limit: 2, cursor: first.next ?? '' })
    expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `No. ${n}`),
    )
    await expect(messages.list({ cursor: "' or 1" })).rejects.toThrow(Invalid)
  })

  it('change their status and can be deleted', async () => {
    const { id } = await messages.create(input)
    expect(await messages.update(id, { status: 'read' })).toMatchObject({ id, status: 'read' })
    await expect(messages.update(id, { status: 'burnt' as 'read' })).rejects.toThrow(Invalid)
    await messages.remove(id)
    await expect(messages.remove(id)).rejects.toThrow(NotFound)
    await expect(messages.update(id, { status: 'new' })).rejects.toThrow(NotFound)
  })
})
