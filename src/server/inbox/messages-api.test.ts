import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { useOwnersMail } from '../../../tests/support/owners-mail.ts'
import type { TestSmtp } from '../../../tests/support/smtp-server.ts'
import { type InboxMessage, inboxViews, inView } from '../../model/inbox/stored-message.ts'

const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\s+/g, ' ')

onOneDatabase('The inbox’s API', (store) => {
  let smtp: TestSmtp
  let app: TestApp
  let owner: TestBrowser

  useOwnersMail(store, (made) => {
    ;({ app, owner, smtp } = made)
  })
  beforeEach(() => {
    smtp.mode = 'ok'
    smtp.received = []
  })

  const create = async (name: string, part: object = {}): Promise<string> => {
    const { id } = await app.services.messages.create({
      user_name: name,
      user_email: `${name.toLowerCase()}@visitors.example`,
      message: 'Can you build a page?\nFor a ferry.',
      ...part,
    })
    return id
  }
  const get = async (id: string): Promise<InboxMessage> => (await owner.get(`/api/messages/${id}`)).body
  const email = (to: string) => smtp.received.find((one) => one.to.includes(to))?.raw ?? ''
  const soon = <T>(read: () => T | Promise<T>) => expect.poll(read)
  const states = async (id: string) => (await get(id)).deliveries.map(({ kind, state }) => `${kind} ${state}`)

  describe('replies', () => {
    it('go to the visitor with the message quoted, reach the conversation, and mark it as replied', async () => {
      const id = await create('Rita')
      const { status, body } = await owner.post(`/api/messages/${id}/replies`, { text: ' Yes.\n\nMira ' })
      expect([status, body.status, body.label]).toEqual([201, 'replied', 'wanted'])
      expect(body.replies).toMatchObject([{ text: 'Yes.\n\nMira' }])
      await soon(() => email('rita@visitors.example')).not.toBe('')
      const raw = email('rita@visitors.example')
      expect(header(raw, 'Subject')).toBe('Re: Can you build a page?')
      expect(header(raw, 'Reply-To')).toContain('olga@people.example')
      expect(raw).toMatch(
        /Yes\.\r\n\r\nMira[\s\S]*Rita, \d{4}-\d\d-\d\d:\r\n\r\n> Can you build a page\?\r\n> For a ferry\./,
      )
      await soon(() => states(id)).toEqual(['notice sent', 'reply sent'])
    })

    it('follow each other in one thread', async () => {
      const id = await create('Thea')
      await owner.post(`/api/messages/${id}/replies`, { text: 'One.' })
      await owner.post(`/api/messages/${id}/replies`, { text: 'Two.' })
      const emails = () => smtp.received.filter(({ to }) => to.includes('thea@visitors.example')).map(({ raw }) => raw)
      await soon(() => emails().length).toBe(2)
      const [first = '', second = ''] = emails()
      expect(header(second, 'In-Reply-To')).toBe(header(first, 'Message-ID'))
      expect(header(second, 'References')).toContain(header(first, 'Message-ID') ?? 'none')
    })

    it('are searched, also the second one, after other changes and in data from before the search in replies', async () => {
      const id = await create('Sophie', { message: 'Do you paint lanterns?' })
      await owner.post(`/api/messages/${id}/replies`, { text: 'Only with Tinte.' })
      await owner.post(`/api/messages/${id}/replies`, { text: 'And in Jänner.' })
      const found = async (q: string) =>
        (await owner.get(`/api/messages?q=${q}`)).body.messages.map((one: InboxMessage) => one.id)
      expect([await found('tinte'), await found('janner lanterns')]).toEqual([[id], [id]])
      await owner.send('PATCH', `/api/messages/${id}`, { note: 'Paid' })
      expect([await found('tinte'), await found('paid'), await found('nowhere')]).toEqual([[id], [id], []])
      const { kysely } = app.services.db
      const searchText = async () =>
        (await kysely.selectFrom('messages').select('search_text').where('id', '=', id).execute())[0]?.search_text
      // Once: a reply quotes what it answers.
      expect((await searchText())?.split('lanterns')).toHaveLength(2)
      const before = await searchText()
      await kysely.updateTable('messages').set({ search_text: '' }).where('id', '=', id).execute()
      await app.services.messages.cleanUp()
      expect(await searchText()).toBe(before)
    })

    it('are sent once when the answer to the call was lost and it is made again', async () => {
      const id = await create('Olive')
      await owner.post(`/api/messages/${id}/replies`, { text: 'Only once.' })
      const { status, body } = await owner.post(`/api/messages/${id}/replies`, { text: 'Only once.' })
      expect([status, body.replies.length]).toEqual([201, 1])
    })

    it('are refused when they say nothing, and for a message in the trash; then nothing is sent', async () => {
      const id = await create('Nell')
      expect((await owner.post(`/api/messages/${id}/replies`, { text: ' \n ' })).status).toBe(422)
      await owner.send('DELETE', `/api/messages/${id}`)
      expect((await owner.post(`/api/messages/${id}/replies`, { text: 'Hello' })).status).toBe(404)
      expect(await get(id)).toMatchObject({ status: 'new', replies: [] })
    })
  })

  describe('a delivery that failed', () => {
    it('is shown with the server’s reason, listed, counted, and sent again on request', async () => {
      // What was put in before has left while the server still took it.
      app.services.mail.outbox.poll()
      await app.services.mail.outbox.settled()
      const failed = async () => (await owner.get('/api/inbox')).body.counts.failed
      const before = await failed()
      smtp.mode = 'permanent'
      const id = await create('Fay')
      app.services.mail.outbox.poll()
      await soon(() => states(id)).toEqual(['notice failed'])
      expect((await get(id)).deliveries[0]?.answer).toContain('No such user here')
      expect(await failed()).toBe(before + 1)
      const listed = await owner.get('/api/messages?view=failed')
      expect(listed.body.messages[0]?.id).toBe(id)
      expect(listed.body.messages).toHaveLength(before + 1)
      smtp.mode = 'ok'
      expect((await owner.post(`/api/messages/${id}/deliveries`)).status).toBe(200)
      await soon(() => states(id)).toEqual(['notice sent'])
      expect(await failed()).toBe(before)
      expect((await owner.post('/api/messages/nobody/deliveries')).status).toBe(404)
    })
  })

  describe('changes', () => {
    it('name the version they are based on, or none', async () => {
      const id = await create('Vera')
      const patch = (body: object, version?: number) =>
        owner.send('PATCH', `/api/messages/${id}`, body, version ? { headers: { 'if-match': `"${version}"` } } : {})
      const first = await patch({ note: 'One' }, 1)
      expect([first.status, first.headers.get('etag'), first.body.version]).toEqual([200, '"2"', 2])
      const stale = await patch({ note: 'Two' }, 1)
      expect([stale.status, stale.body.error, stale.body.current.note]).toEqual([409, 'stale-version', 'One'])
      expect((await patch({ status: 'archived' })).body).toMatchObject({ status: 'archived', note: 'One', version: 3 })
      expect((await patch({ followUp: 'tomorrow' })).body.fields).toEqual({ followUp: 'Give the day as YYYY-MM-DD.' })
    })

    it('put the same messages into a view as the admin does before the server answers', async () => {
      const today = '2026-05-01'
      const { messages } = app.services
      for (const [name, change] of Object.entries({
        Read: { status: 'read' },
        Held: { status: 'spam', followUp: today },
        Gone: { status: 'archived', followUp: '2026-04-30' },
        Later: { followUp: '2026-05-02' },
      } as const))
        await messages.update(await create(name), change)
      await messages.remove(await create('Thrown'))
      const all = [
        ...(await messages.list({ limit: 200 })).messages,
        ...(await messages.list({ limit: 200, view: 'trash' })).messages,
      ]
      for (const view of inboxViews) {
        const listed = await owner.get(`/api/messages?limit=200&view=${view}&today=${today}`)
        const ids = listed.body.messages.map((one: InboxMessage) => one.id).sort()
        const shown = all.filter((one) => inView(view, one, today)).map(({ id }) => id)
        expect(ids, view).toEqual(shown.sort())
      }
    })

    it('are made to many in one call, and taken back in another', async () => {
      const ids = [await create('Una'), await create('Duo')]
      expect((await owner.send('PATCH', '/api/messages', { ids, status: 'spam' })).body).toEqual({ changed: 2 })
      expect((await owner.send('PATCH', '/api/messages', { ids, status: 'new', label: null })).body.changed).toBe(2)
      expect(await get(ids[0] as string)).toMatchObject({ status: 'new', label: null })
      expect((await owner.send('PATCH', '/api/messages', { ids: [], status: 'new' })).status).toBe(422)
      expect((await owner.send('PATCH', '/api/messages', { ids, note: 'x' })).body.fields).toHaveProperty('note')
    })
  })

  describe('files', () => {
    it('hold every page of the list', async () => {
      // Quarantined: two hundred notices would keep the outbox busy for the tests that follow.
      const spam = { score: 150, isQuarantined: true, signals: [] }
      const input = { user_name: 'Filed', user_email: 'filed@visitors.example' }
      for (let n = 0; n < 203; n += 1) await app.services.messages.create({ ...input, message: `=No. ${n}` }, { spam })
      const csv = await owner.get('/api/messages.csv?q=filed')
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"$/)
      expect(csv.body.split('\r\n')).toHaveLength(205)
      expect(csv.body).toContain(`,"'=No. 202",`)
      const json = await owner.get('/api/messages.json?q=filed')
      expect(json.body.messages.map(({ message }: InboxMessage) => message)).toEqual(
        Array.from({ length: 203 }, (_, n) => `=No. ${202 - n}`),
      )
    })
  })

  describe('erasing a person', () => {
    const rows = async () => {
      const { kysely } = app.services.db
      const text = JSON.stringify([
        await kysely.selectFrom('messages').selectAll().execute(),
        await kysely.selectFrom('deliveries').selectAll().execute(),
      ])
      return text.toLowerCase()
    }

    it('summarises the data, then deletes it for good, and nothing of others', async () => {
      const mine = await create('Erika', { user_email: 'Erika@Gone.example', message: 'A first email.' })
      const thrown = await create('Erika', { user_email: 'erika@gone.example', message: 'A second email.' })
      await owner.post(`/api/messages/${mine}/replies`, { text: 'A reply to Erika.' })
      await owner.send('DELETE', `/api/messages/${thrown}`)
      const other = await create('Otto', { message: 'Ask erika@gone.example about me.' })
      await soon(() => states(other)).toEqual(['notice sent'])
      const tokens = () => app.services.db.kysely.selectFrom('spam_tokens').selectAll().execute()
      const learned = await tokens()
      expect(learned.some(({ wanted }) => wanted > 0)).toBe(true)

      const there = await owner.post('/api/people/lookups', { email: 'ERIKA@gone.example' })
      const told = {
        email: 'erika@gone.example',
        messages: 2,
        inTrash: 1,
        replies: 1,
        emails: 2,
        digests: 0,
        testimonials: 0,
        changes: 0,
        mentions: 1,
      }
      expect(there.body).toEqual({ ...told, entries: [] })

      const erased = await owner.post('/api/people/erasures', { email: 'erika@gone.example' })
      expect([erased.status, erased.body]).toEqual([200, { ...told, entries: [], remembered: true }])
      const left = await rows()
      for (const trace of ['a first email', 'a second email', 'a reply to erika']) expect(left).not.toContain(trace)
      expect((await tokens()).reduce((sum, { wanted }) => sum + wanted, 0)).toBeLessThan(
        learned.reduce((sum, { wanted }) => sum + wanted, 0),
      )
      expect((await get(other)).deliveries).toHaveLength(1)
      expect((await owner.post('/api/people/erasures', { email: 'erika@gone.example' })).status).toBe(404)
      expect((await owner.post('/api/people/erasures', { email: 'nobody' })).status).toBe(422)
    })

    it('never leaves the address in the log, whichever way it is called', async () => {
      const email = 'secret.person@logged.example'
      await create('Sec', { user_email: email })
      const before = app.lines.length
      await owner.post('/api/people/lookups', { email })
      await owner.get(`/api/people/${email}`)
      await owner.send('DELETE', `/api/people/${encodeURIComponent(email)}`)
      await owner.get(`/api/messages/${email}`)
      const requests = app.lines.slice(before).map((line) => JSON.parse(line))
      expect(requests.filter(({ event }) => event === 'request').map(({ path }) => path)).toEqual([
        '/api/people/lookups',
        '/api/*',
        '/api/*',
        '/api/messages/:id',
      ])
      expect(app.lines.join('')).not.toContain('secret.person')
    })

    it('names the content that holds the address, and leaves it', async () => {
      await create('Tess', { user_email: 'tess@quoted.example' })
      const fields = {
        fullname: 'Tess',
        role: '',
        company: '',
        show_country: true,
        country: 'Norway',
        feedback: 'Good.',
        star: 5,
        image: null,
        relation: '' as const,
        source: '' as const,
        consent: '',
      }
      const { entries } = app.services
      const data = { ...fields, email: 'tess@quoted.example' }
      const entry = await entries.create('testimonials', data, { by: 'test', publish: false })
      const { body } = await owner.post('/api/people/erasures', { email: 'tess@quoted.example' })
      expect(body.entries).toEqual([{ id: entry.id, collection: 'testimonials' }])
      expect(await app.services.entries.get('testimonials', entry.id)).toMatchObject({ id: entry.id })
    })
  })
})
