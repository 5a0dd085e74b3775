import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type LiveSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { solved } from '../../../tests/support/solved.ts'

const good = { user_name: 'Ada', user_email: 'ada@mail.example', message: 'Can you build\na page?' }
const urlencoded = 'application/x-www-form-urlencoded'
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const manyFields = Object.fromEntries(Array.from({ length: 198 }, (_, n) => [`k${n}`, '1']))
const navigating = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

let site: LiveSite
const start = async () => {
  site = await startLiveSite()
}
beforeAll(start)
afterAll(() => site.stop())
// Messages count towards limits, those of earlier tests, too.
beforeEach(async () => {
  for (const table of ['messages', 'attempts'] as const) await site.services.db.kysely.deleteFrom(table).execute()
})

const post = (type: string | undefined, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  site.ask('/api/messages', {
    method: 'POST',
    body,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  })
const stored = () => site.services.db.kysely.selectFrom('messages').selectAll().orderBy('id').execute()

/** As if nothing could be stored. */
const withoutMessages = async (call: () => Promise<Answer>) => {
  const { schema } = site.services.db.kysely
  await schema.alterTable('messages').renameTo('gone').execute()
  return call().finally(() => schema.alterTable('gone').renameTo('messages').execute())
}

const multipart = (fields: Record<string, string>) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--edge--\r\n`
}

describe('POST /api/messages that is refused', () => {
  it('answers a plain form with the typed text and a message next to the invalid field', async () => {
    const { status, headers, text } = await post(urlencoded, form({ ...good, user_email: 'nonsense' }), navigating)
    expect([status, headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(text)).toEqual({
      values: { ...good, user_email: 'nonsense' },
      fields: { user_email: 'Enter an email address like name@example.com.' },
      message: 'Some fields need your attention.',
    })
    expect(await stored()).toEqual([])
  })

  it.each([
    ['nothing at all', {}, ['user_name', 'user_email', 'message']],
    ['a name with a line end', { ...good, user_name: 'Ada\r\nBcc: all@mail.example' }, ['user_name']],
    ['a name that turns what follows it', { ...good, user_name: 'Ada \u202Emoc.evil' }, ['user_name']],
    ['a name of two lines', { ...good, user_name: 'Ada\u2028Your invoice' }, ['user_name']],
    ['a message that is too long', { ...good, message: 'x'.repeat(5001) }, ['message']],
    ['a field there is not', { ...good, status: 'new' }, ['status']],
    // Its name cannot be a key of the answer either.
    ['a dangerous key', JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(good).slice(1)}`), ['__proto__']],
    ['a number for a text', { ...good, message: 7 }, ['message']],
  ])('refuses %s, field by field, and stores nothing', async (_, body, fields) => {
    const { status, text } = await post('application/json', JSON.stringify(body))
    const answer = JSON.parse(text)
    expect([status, answer.error]).toEqual([422, 'invalid'])
    expect(Object.keys(answer.fields)).toEqual(fields)
    expect(await stored()).toEqual([])
  })

  it.each([
    ['no type', undefined, form(good), 415, 'unsupported-type'],
    ['plain text', 'text/plain', form(good), 415, 'unsupported-type'],
    ['broken JSON', 'application/json', '{"user_name":', 422, 'invalid'],
    ['a JSON list', 'application/json', '[]', 422, 'invalid'],
    ['bytes that are not UTF-8', urlencoded, Buffer.from([0x6d, 0x3d, 0xff, 0xfe]), 422, 'invalid'],
    [
      'multipart without its end',
      'multipart/form-data; boundary=edge',
      '--edge\r\nContent-Disposition',
      422,
      'invalid',
    ],
    ['multipart without a boundary', 'multipart/form-data', multipart(good), 422, 'invalid'],
    ['a field given twice', urlencoded, `${form(good)}&message=other`, 422, 'invalid'],
    ['JSON of 201 fields', 'application/json', JSON.stringify({ ...good, ...manyFields }), 422, 'invalid'],
    ['a form of 201 fields', urlencoded, form({ ...good, ...manyFields }), 422, 'invalid'],
    ['a form of 201 ampersands', urlencoded, `${form(good)}${'&'.repeat(201)}`, 422, 'invalid'],
    ['65 KB', 'application/json', JSON.stringify({ ...good, message: 'x'.repeat(65 * 1024) }), 413, 'too-large'],
  ])('refuses %s, and stores nothing', async (_, type, body, status, error) => {
    const answer = await post(type, body)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([status, error])
    expect(await stored()).toEqual([])
  })

  it('refuses too much though its length is not announced', async () => {
    const body = JSON.stringify({ ...good, message: 'x'.repeat(200_000) })
    const answer = await post('application/json', body, { 'transfer-encoding': 'chunked' })
    expect(answer.status).toBe(413)
    expect(await stored()).toEqual([])
  })

  it('refuses a file where text belongs', async () => {
    const file =
      '--edge\r\nContent-Disposition: form-data; name="message"; filename="a.txt"\r\n\r\nhello\r\n--edge--\r\n'
    const { status, text } = await post('multipart/form-data; boundary=edge', file)
    expect([status, JSON.parse(text).fields]).toEqual([422, { message: 'Files cannot be sent here.' }])
  })

  it.each([
    'https://evil.example',
    'http://mira.example',
    'https://mira.example:8443',
    'null',
    'http://localhost:3000',
  ])('refuses what a browser sends from %s', async (origin) => {
    const { status, text } = await post(urlencoded, form(good), { origin })
    expect([status, JSON.parse(text).error]).toEqual([403, 'forbidden'])
    expect(await stored()).toEqual([])
  })

  it('answers a stranger’s form with a page that does not repeat its words', async () => {
    const { status, text, headers } = await post(urlencoded, form(good), {
      ...navigating,
      origin: 'https://evil.example',
    })
    expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=UTF-8'])
    expect(text).not.toContain('Can you build')
  })
})

describe('POST /api/messages', () => {
  it.each([
    ['JSON', 'application/json', JSON.stringify(good)],
    ['JSON with its charset', 'application/json; charset=utf-8', JSON.stringify(good)],
    ['form-encoded', urlencoded, form(good)],
    ['form-encoded, lines ended as browsers do', urlencoded, form({ ...good, message: 'Can you build\r\na page?' })],
    ['multipart', 'multipart/form-data; boundary=edge', multipart({ ...good, message: 'Can you build\r\na page?' })],
  ])('stores %s and answers 201 with its id', async (_, type, body) => {
    const { status, text } = await post(type, body)
    expect(status).toBe(201)
    const [row, ...more] = await stored()
    expect(more).toEqual([])
    expect(row).toMatchObject({ ...good, status: 'new', spam_score: 30, address: '127.0.0.1' })
    expect(JSON.parse(text)).toEqual({ id: row?.id })
  })

  it.each(['sec-fetch-mode', 'accept'] as const)('sends a plain form, known by %s, back to the page', async (sign) => {
    const { status, headers } = await post(urlencoded, form(good), { [sign]: navigating[sign] })
    expect([status, headers.location]).toEqual([303, '/?sent=1#contact'])
    expect(await stored()).toHaveLength(1)
  })

  it.each([
    ['a filled honeypot', { website: 'https://spam.example' }, ['honeypot', 'unproven']],
    ['a form filled in under 1.5 s', { elapsed: '900' }, ['too-quick', 'unproven']],
    ['both', { website: 'x', elapsed: '1' }, ['honeypot', 'too-quick', 'unproven']],
    ['neither', { website: '', elapsed: '60000' }, ['unproven']],
    ['a browser without script', { website: '', elapsed: '' }, ['unproven']],
  ])('answers %s as any message, and keeps why it looks like spam', async (_, signs, reasons) => {
    const { status, text } = await post(urlencoded, form({ ...good, ...signs } as Record<string, string>))
    const [row] = await stored()
    expect([status, JSON.parse(text)]).toEqual([201, { id: row?.id }])
    const found = JSON.parse(row?.spam_reasons ?? '').map(({ name }: { name: string }) => name)
    expect([row?.status, found]).toEqual([reasons.length > 1 ? 'spam' : 'new', reasons])
  })

  it('does not count a repeated Idempotency-Key, so that lost answers lock no visitor out', async () => {
    const again = () => post('application/json', JSON.stringify(good), { 'idempotency-key': 'lost-answers' })
    const first = await again()
    for (let n = 0; n < 12; n += 1) expect(await again()).toMatchObject({ status: 201, text: first.text })
    const { status } = await post('application/json', JSON.stringify({ ...good, message: 'Something else.' }))
    expect([status, (await stored()).length]).toEqual([201, 2])
  })

  it('takes what a browser sends from its own page', async () => {
    expect((await post(urlencoded, form(good), { origin: publicUrl })).status).toBe(201)
  })

  it('accepts five messages from one address in ten minutes, then answers 429 with Retry-After', async () => {
    for (let i = 0; i < 5; i++) expect((await post(urlencoded, form(good))).status).toBe(201)
    const { status, headers, text } = await post(urlencoded, form(good))
    expect([status, JSON.parse(text).error]).toEqual([429, 'too-many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(await stored()).toHaveLength(5)
    const page = await post(urlencoded, form(good), navigating)
    expect([page.status, page.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect(JSON.parse(page.text).values).toEqual(good)
    expect(await stored()).toHaveLength(5)
  })

  it('does not count what it refuses', async () => {
    for (let i = 0; i < 6; i++) await post(urlencoded, form({ ...good, user_email: '' }))
    expect((await post(urlencoded, form(good))).status).toBe(201)
  })

  it('does not believe an address that a client writes itself', async () => {
    for (let i = 0; i < 5; i++) await post(urlencoded, form(good), { 'x-forwarded-for': `10.0.0.${i}` })
    expect((await post(urlencoded, form(good), { 'x-forwarded-for': '10.0.0.9' })).status).toBe(429)
  })

  it('renders at most ten refused forms a second, and gives the reason after that, too', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => post(urlencoded, form({ ...good, user_email: '' }), navigating)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
    now.mockRestore()
    const rendered = answers.filter(({ text }) => text.startsWith('{'))
    expect(rendered.length).toBeLessThanOrEqual(10)
    expect(
      answers.some(({ text }) => text.includes('Some fields need your attention.') && text.startsWith('<!doctype')),
    ).toBe(true)
    // Others want to see theirs.
    await site.stop()
    await start()
  })

  it('keeps the text when the database is unavailable, and does not reveal the cause', async () => {
    const answer = await withoutMessages(() => post(urlencoded, form(good), navigating))
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(JSON.parse(answer.text).values).toEqual(good)
    expect(answer.text).not.toMatch(/sql|table|messages:|\/src\//i)
    expect(site.lines.join('')).toContain('Message not stored')
    expect(site.lines.join('')).not.toContain('Can you build')
  })
})

describe('POST /api/messages while too many messages come in', () => {
  const crowd = () =>
    site.services.db.kysely
      .insertInto('attempts')
      .values({ key: 'message 3600 all', window_start: Date.now(), window_end: Date.now() + 3_600_000, count: 500 })
      .execute()
  const challenge = async () => JSON.parse((await site.ask('/api/messages/challenge')).text).challenge as string

  it('accepts messages with a proof of work, and quarantines the others with the reason', async () => {
    await crowd()
    expect((await post(urlencoded, form({ ...good, proof: solved(await challenge()) }))).status).toBe(201)
    expect((await post(urlencoded, form(good))).status).toBe(201)
    const [proven, quarantined] = await stored()
    expect([proven?.status, proven?.spam_score]).toEqual(['new', 0])
    expect([quarantined?.status, quarantined?.label]).toEqual(['spam', null])
    expect(JSON.parse(quarantined?.spam_reasons ?? '')[0]).toMatchObject({ name: 'crowd', weight: 150 })
  })

  it('quarantines it whatever the points of the signal', async () => {
    await site.services.spam.updateRules({ points: { crowd: 0 } }, { by: 'a test' })
    await crowd()
    await post(urlencoded, form(good))
    expect((await stored()).map(({ status }) => status)).toEqual(['spam'])
    await site.services.spam.updateRules({ points: { crowd: 150 } }, { by: 'a test' })
  })

  it.each([
    ['made up', () => 'x'.repeat(60)],
    [
      'used before',
      async () => {
        const proof = solved(await challenge())
        await site.services.spam.proofs.spend(proof)
        return proof
      },
    ],
  ])('holds what has a proof that is %s', async (_, make) => {
    const proof = await make()
    await crowd()
    expect((await post(urlencoded, form({ ...good, proof }))).status).toBe(201)
    expect((await stored()).map(({ status }) => status)).toEqual(['spam'])
  })

  it('gives a proof back when the message is refused after all', async () => {
    const proof = solved(await challenge())
    await crowd()
    const { status } = await withoutMessages(() => post(urlencoded, form({ ...good, proof })))
    expect(status).toBeGreaterThanOrEqual(500)
    expect((await post(urlencoded, form({ ...good, proof }))).status).toBe(201)
    expect((await stored()).map(({ status }) => status)).toEqual(['new'])
  })
})

describe('POST /api/messages of a German site', () => {
  beforeAll(async () => {
    await site.services.settings.update({ language: 'de' }, { by: 'test' })
    await site.services.publisher.idle()
  })

  it('says in German what is wrong, to a script and to a plain form', async () => {
    const wrong = { ...good, user_name: '', user_email: 'nonsense', message: 'x'.repeat(5001) }
    const fields = {
      user_name: 'Geben Sie Ihren Namen ein.',
      user_email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
      message: 'Ihre Nachricht darf höchstens 5000 Zeichen haben.',
    }
    const message = 'Bitte prüfen Sie einige Felder.'
    const [script, plain] = [await post(urlencoded, form(wrong)), await post(urlencoded, form(wrong), navigating)]
    expect([script.status, JSON.parse(script.text)]).toEqual([422, { error: 'invalid', message, fields }])
    expect([plain.status, JSON.parse(plain.text)]).toEqual([422, { values: wrong, message, fields }])
    expect(await stored()).toEqual([])
  })

  it('says in German that too much came', async () => {
    const long = await post(urlencoded, form({ ...good, message: 'x'.repeat(70_000) }), navigating)
    expect(long.status).toBe(413)
    expect(JSON.parse(long.text).message).toContain('höchstens 64 KB')
    for (let sent = 0; sent < 5; sent += 1)
      expect((await post(urlencoded, form({ ...good, message: `Nr. ${sent}` }))).status).toBe(201)
    const { status, headers, text } = await post(urlencoded, form(good), navigating)
    expect([status, JSON.parse(text).message]).toEqual([429, expect.stringMatching(/^Von hier kamen zu viele/)])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('says in German that it failed, when the form cannot be rendered either', async () => {
    const refused = site.services.site.refusedMessage
    site.services.site.refusedMessage = () => {
      throw new Error('The section broke.')
    }
    const { text } = await withoutMessages(() => post(urlencoded, form(good), navigating))
    site.services.site.refusedMessage = refused
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('<h1>Ihre Nachricht wurde nicht gesendet</h1>')
    expect(text).toMatch(/Bei uns ist etwas schiefgegangen|Gerade kann nichts gespeichert werden/)
    expect(text).toContain('>Zur Seite</a>')
  })
})
