import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase, onOneDatabase } from '../../../tests/support/databases.ts'
import { useMail } from '../../../tests/support/use-mail.ts'
import { openDatabase } from '../db/open.ts'
import { createQuestions } from './questions.ts'

const questions = [
  { text: 'What is your budget?', answer: 'choice', choices: ['Small', 'Large'] },
  { text: 'When should it be ready?', answer: 'text', choices: [] },
  { text: 'Is there a page that I should see?', answer: 'link', choices: [] },
] as const
const asked = questions.map((one) => ({ ...one, choices: [...one.choices] }))
const good = { answer_1: 'Large', answer_2: 'In spring', answer_3: 'example.com/brief' }
const stored = [
  { question: 'What is your budget?', answer: 'Large' },
  { question: 'When should it be ready?', answer: 'In spring' },
  { question: 'Is there a page that I should see?', answer: 'https://example.com/brief' },
]
const navigating = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

onEachDatabase('Questions after a message', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store, { limits: false, contactOrigins: ['https://export.example'] })
  const owner = useOwner(app)
  let n = 0

  const set = async (list: readonly object[]) => {
    const { status, body } = await owner.send('PATCH', '/api/settings', { questions: list })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const message = () => {
    n += 1
    return { user_name: 'Erika', user_email: `erika${n}@gone.example`, message: `Message ${n}.` }
  }
  const write = async (more: object = {}, headers: Record<string, string> = {}) => {
    const { status, body } = await app.browser().send('POST', '/api/messages', { ...message(), ...more }, { headers })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: string; questions?: string }
  }
  const ask = async (more: object = {}) => {
    await set(asked)
    const { id, questions: path = '' } = await write(more)
    expect(path).toMatch(/^\/sent\/[\w-]{43}$/)
    return { id, path }
  }
  const look = async (path: string) => {
    const { status, body, headers } = await app.browser().get(path)
    return { status, headers, page: JSON.parse(body) }
  }
  const answer = (path: string, fields: object = good, headers: Record<string, string> = {}) =>
    app.browser().send('POST', path, fields, { headers: { accept: 'application/json', ...headers } })
  const read = async (id: string) => (await owner.get(`/api/messages/${id}`)).body
  const rows = () => store().database.kysely.selectFrom('message_questions').selectAll().execute()

  once('are none where the owner has none: a message is answered as ever', async () => {
    await set([])
    expect(Object.keys(await write())).toEqual(['id'])
    const plain = await app.browser().send('POST', '/api/messages', message(), { headers: navigating })
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/?sent=1#contact'])
    expect(await rows()).toEqual([])
  })

  once(
    'lead without a script to their page, which no cache keeps, no index lists and no other site hears of',
    async () => {
      await set(asked)
      const { status, headers } = await app.browser().send('POST', '/api/messages', message(), { headers: navigating })
      const path = headers.get('location') ?? ''
      expect([status, path]).toEqual([303, expect.stringMatching(/^\/sent\/[\w-]{43}$/)])
      const open = await look(path)
      expect(open.page).toMatchObject({ state: 'open', questions: asked, values: {}, problems: {} })
      expect(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => open.headers.get(name))).toEqual([
        ...['private, no-store', 'noindex, nofollow', 'strict-origin'],
      ])
      const sent = await answer(path, good, navigating)
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sent/answered'])
      expect((await look('/sent/answered')).page.state).toBe('answered')
      expect([(await look(path)).status, (await look(path)).page.state]).toEqual([404, 'closed'])
    },
  )

  it('keep their token as a hash alone, and no log has it', async () => {
    const { id, path } = await ask()
    const token = path.slice('/sent/'.length)
    const kept = (await rows()).find((row) => row.message === id)
    expect(kept?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(Date.parse(kept?.expires_at ?? '') - Date.parse(kept?.created_at ?? '')).toBe(3_600_000)
    await answer(path)
    const messages = await store().database.kysely.selectFrom('messages').selectAll().execute()
    expect(JSON.stringify([await rows(), messages, app.lines])).not.toContain(token)
  })

  it('are answered once, with their words as they were asked, whatever the settings say by then', async () => {
    const { id, path } = await ask()
    await set([{ text: 'Something else?', answer: 'text', choices: [] }])
    const { version } = await read(id)
    const { status, body } = await answer(path)
    expect([status, body]).toEqual([201, { message: 'Thank you. Your answers are with your message.' }])
    expect(await read(id)).toMatchObject({ answers: stored, version: version + 1, status: 'new' })
    expect((await answer(path, { answer_2: 'Never' })).status).toBe(404)
    expect((await read(id)).answers).toEqual(stored)
  })

  it('take exactly one of twenty answers that come at once', async () => {
    const { id, path } = await ask()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answer(path, { answer_2: `Answer ${at}` }).then(({ status }) => status)),
    )
    expect(all.filter((status) => status === 201)).toHaveLength(1)
    expect(all.filter((status) => status === 404)).toHaveLength(19)
    expect((await read(id)).answers).toEqual([{ question: questions[1].text, answer: `Answer ${all.indexOf(201)}` }])
  })

  once(
    'answer a forged, an expired, a used and an erased token in the same way, and so one of a clock that was ahead',
    async () => {
      const [expired, used, erased, ahead] = [await ask(), await ask(), await ask(), await ask()]
      const { kysely } = store().database
      const change = (id: string, values: object) =>
        kysely.updateTable('message_questions').set(values).where('message', '=', id).execute()
      await change(expired.id, { expires_at: new Date(Date.now() - 1000).toISOString() })
      await change(ahead.id, { created_at: '2999-01-01T00:00:00.000Z', expires_at: '2999-01-01T01:00:00.000Z' })
      await answer(used.path)
      await kysely.deleteFrom('messages').where('id', '=', erased.id).execute()
      const seen = async (path: string) => {
        const { status, body, headers } = await app.browser().get(path)
        const sent = await answer(path)
        const rest = [...headers].filter(([name]) => name !== 'x-request-id')
        return [status, body, rest, sent.status, sent.body]
      }
      const paths = [`/sent/${'x'.repeat(43)}`, '/sent/short', expired.path, used.path, erased.path, ahead.path]
      const [first, ...others] = await Promise.all(paths.map(seen))
      expect(first?.[0]).toBe(404)
      for (const other of others) expect(other).toEqual(first)
      expect((await read(expired.id)).answers).toEqual([])
    },
  )

  once('take a link as browsers show it, with a port', async () => {
    const { id, path } = await ask()
    expect((await answer(path, { answer_3: 'https://bank.example@evil.example/' })).status).toBe(422)
    expect((await answer(path, { answer_3: 'example.com:8443/brief' })).status).toBe(201)
    expect((await read(id)).answers).toEqual([{ ...stored[2], answer: 'https://example.com:8443/brief' }])
  })

  once.each([
    ['a control character', { answer_2: 'a\u0007b' }, 'answer_2'],
    ['what turns the text that follows', { answer_2: 'pay \u202Emoc.evil' }, 'answer_2'],
    ['two lines', { answer_2: 'one\ntwo' }, 'answer_2'],
    ['what is too long', { answer_2: 'x'.repeat(301) }, 'answer_2'],
    ['a choice that was not offered', { answer_1: 'Huge' }, 'answer_1'],
    ['a link that a browser would run', { answer_3: 'javascript:alert(1)' }, 'answer_3'],
    ['a link to no page', { answer_3: 'ftp://files.example/x' }, 'answer_3'],
    ['a link without a host', { answer_3: 'no link' }, 'answer_3'],
    ['a question that was not asked', { answer_9: 'x' }, 'answer_9'],
  ])('refuse %s beside its field, store nothing, and can be answered after it', async (_, fields, name) => {
    const { id, path } = await ask()
    const script = await answer(path, { ...good, ...fields })
    expect([script.status, Object.keys(script.body.fields)]).toEqual([422, [name]])
    const plain = await answer(path, { ...good, ...fields }, navigating)
    const page = JSON.parse(plain.body)
    expect([plain.status, page.state, page.values.answer_2 ?? '']).toEqual([
      ...[422, 'open', (fields as { answer_2?: string }).answer_2 ?? 'In spring'],
    ])
    expect(Object.keys(page.problems)).toEqual([name])
    expect((await read(id)).answers).toEqual([])
    expect((await answer(path)).status).toBe(201)
  })

  once('want one answer at least, and leave out those that are empty', async () => {
    const { id, path } = await ask()
    expect(await answer(path, { answer_1: '', answer_2: ' ' })).toMatchObject({
      ...{ status: 422, body: { message: 'There is no answer yet.' } },
    })
    expect((await answer(path, { answer_1: '', answer_2: ' Soon ' })).status).toBe(201)
    expect((await read(id)).answers).toEqual([{ question: questions[1].text, answer: 'Soon' }])
  })

  it('lose nothing of a message that nobody answers about, nor the questions by a start of the server', async () => {
    const { id, path } = await ask({ message: 'Left halfway.' })
    // A process that starts on the same store.
    const other = await openDatabase(store().options)
    const mail = { announceAnswers: async () => {}, outbox: { poll: () => {} } as never }
    const later = createQuestions({ database: other, mail })
    const token = path.slice('/sent/'.length)
    expect(await later.open(token)).toEqual(asked)
    await other.close()
    expect(await read(id)).toMatchObject({ message: 'Left halfway.', answers: [], status: 'new' })
    const { kysely } = store().database
    const hour = { expires_at: new Date(Date.now() - 1000).toISOString() }
    await kysely.updateTable('message_questions').set(hour).where('message', '=', id).execute()
    expect(await app.services.questions.cleanUp()).toBeGreaterThan(0)
    expect((await rows()).some((row) => row.message === id)).toBe(false)
    expect(await read(id)).toMatchObject({ message: 'Left halfway.', answers: [] })
  })

  once('can be answered again when the answers could not be stored', async () => {
    const { id, path } = await ask()
    const { schema } = store().database.kysely
    await schema.alterTable('messages').renameTo('gone').execute()
    expect((await answer(path)).status).toBeGreaterThanOrEqual(500)
    await schema.alterTable('gone').renameTo('messages').execute()
    expect((await answer(path)).status).toBe(201)
    expect((await read(id)).answers).toEqual(stored)
  })

  once('store the message also when they cannot be asked', async () => {
    await set(asked)
    const { kysely } = store().database
    await kysely.schema.alterTable('message_questions').renameTo('gone').execute()
    const sent = await write({ message: 'Without questions.' })
    await kysely.schema.alterTable('gone').renameTo('message_questions').execute()
    expect(Object.keys(sent)).toEqual(['id'])
    expect((await read(sent.id)).message).toBe('Without questions.')
  })

  once(
    'are asked again of a request that is repeated because its answer was lost, and not once they are answered',
    async () => {
      await set(asked)
      const [body, key] = [message(), { 'idempotency-key': 'once' }]
      const first = await write(body, key)
      const second = await write(body, key)
      expect([second.id, second.questions === first.questions]).toEqual([first.id, false])
      expect((await answer(first.questions ?? '')).status).toBe(404)
      expect((await answer(second.questions ?? '')).status).toBe(201)
      expect(Object.keys(await write(body, key))).toEqual(['id'])
    },
  )

  once('are none behind an exported form, which goes back to its own page', async () => {
    await set(asked)
    const exported = { ...message(), return: 'https://export.example/sent.html#contact' }
    expect(Object.keys(await write(exported))).toEqual(['id'])
    const plain = await app
      .browser()
      .send('POST', '/api/messages', { ...exported, message: 'x' }, { headers: navigating })
    expect(plain.headers.get('location')).toBe('https://export.example/sent.html#contact')
  })

  it('have answers that are found by a search, stand in both exports, and go when their person is erased', async () => {
    const email = 'erase@gone.example'
    const { id, path } = await ask({ user_email: email })
    await answer(path, { answer_2: 'Zwölftonfest, says other@gone.example' })
    const found = await owner.get('/api/messages?q=zwölftonfest')
    expect(found.body.messages.map((one: { id: string }) => one.id)).toEqual([id])
    const [csv, json] = [await owner.get('/api/messages.csv'), await owner.get('/api/messages.json')]
    expect(csv.body).toContain('When should it be ready? Zwölftonfest')
    expect(JSON.stringify(json.body)).toContain('Zwölftonfest')
    expect((await owner.post('/api/people/lookups', { email: 'other@gone.example' })).body.mentions).toBe(1)
    await owner.send('PATCH', `/api/messages/${id}`, { note: 'Call back.' })
    expect((await owner.get('/api/messages?q=zwölftonfest')).body.messages).toHaveLength(1)
    expect((await owner.post('/api/people/erasures', { email })).status).toBe(200)
    expect((await owner.get('/api/messages?q=zwölftonfest')).body.messages).toEqual([])
    const all = await store().database.kysely.selectFrom('messages').selectAll().execute()
    expect(JSON.stringify([all, await rows()])).not.toContain('Zwölftonfest')
  })
})

onOneDatabase('Many answers of one network', (store) => {
  const app = useApp(store)
  it('are refused after sixty in an hour, before anything is looked up', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1) statuses.push((await app.browser().post(`/sent/${'x'.repeat(43)}`, {})).status)
    expect([statuses.slice(0, 60).every((status) => status === 404), statuses[60]]).toEqual([true, 429])
  })
})

onOneDatabase('The owner’s email about answers', (store) => {
  const bench = useMail(store)
  const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time in May?' }
  const words = async () => {
    const { siteWords } = await import('../publishing/content.ts')
    return siteWords(undefined)
  }
  const answered = async (fields: object, more: object = {}) => {
    const { id } = await bench.messages.create(input, more)
    const asking = createQuestions({ database: bench.database, mail: bench.mail })
    const path = (await asking.ask(id, asked)) ?? ''
    return { id, answer: async () => asking.answer(path.slice('/sent/'.length), fields, await words()) }
  }

  it('follows the notice that has left, once, without a link of a stranger', async () => {
    const { id, answer } = await answered({ answer_3: 'evil.example/x' })
    expect(await bench.emails()).toHaveLength(1)
    await answer()
    await expect(answer()).rejects.toThrow()
    const [, email, ...more] = await bench.emails()
    expect(more).toEqual([])
    expect(email?.headers).toMatchObject({
      subject: 'Re: Ada: Is there time in May?',
      'reply-to': 'Ada <ada@example.com>',
    })
    expect(email?.text).toContain(
      'Ada (ada@example.com) answered your questions:\n\n> Is there a page that I should see?',
    )
    expect(email?.text).toContain('> https[:]//evil[.]example/x')
    expect(email?.html).not.toContain('evil.example')
    const { deliveries } = await bench.messages.get(id)
    expect(deliveries.map(({ kind, state }) => [kind, state])).toEqual([
      ['notice', 'sent'],
      ['answers', 'sent'],
    ])
  })

  it('is the notice itself while that waits for its server', async () => {
    await bench.smtp.close()
    const { answer } = await answered({ answer_1: 'Large' })
    await bench.mail.outbox.settled()
    await answer()
    const [row, ...more] = await bench.database.kysely.selectFrom('deliveries').selectAll().execute()
    expect(more).toEqual([])
    expect(row?.text).toContain('> Is there time in May?\n\n> What is your budget?\n> Large')
  })

  it('is the daily digest where that is what the owner wants', async () => {
    await bench.set({ name: 'Mira Solberg', notices: 'daily', digestHour: 12 })
    const { answer } = await answered({ answer_1: 'Large' })
    await answer()
    await bench.clock.pass(3 * 3_600_000)
    const [email, ...more] = await bench.emails()
    expect(more).toEqual([])
    expect(email?.text).toContain('> Is there time in May?\n\n> What is your budget?\n> Large')
  })

  it('is none about a message that the owner has moved to spam or to the trash since', async () => {
    const [spam, trash] = [await answered({ answer_1: 'Large' }), await answered({ answer_1: 'Small' })]
    expect(await bench.emails()).toHaveLength(2)
    await bench.messages.update(spam.id, { status: 'spam' })
    await bench.messages.remove(trash.id)
    for (const { id, answer } of [spam, trash]) {
      await answer()
      expect((await bench.messages.get(id)).answers).toHaveLength(1)
    }
    await bench.clock.pass(3_600_000)
    expect(await bench.emails()).toHaveLength(2)
  })

  it('is none for spam, and has them in the late notice once it is no spam', async () => {
    const spam = { score: 150, isQuarantined: true, signals: [] }
    const { id, answer } = await answered({ answer_1: 'Large' }, { spam })
    await answer()
    await bench.clock.pass(3_600_000)
    expect(await bench.emails()).toEqual([])
    const { answers } = await bench.messages.get(id)
    await bench.database.transaction((trx) => bench.mail.announceLate(trx, { id, ...input, answers }))
    bench.mail.outbox.poll()
    expect((await bench.emails()).map(({ text }) => text)).toEqual([expect.stringContaining('> Large')])
  })
})
