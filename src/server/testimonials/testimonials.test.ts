import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase, onOneDatabase } from '../../../tests/support/databases.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { type TestimonialRequest, testimonialPath } from '../../model/testimonials/request.ts'
import { english } from '../../model/words/en.ts'
import { endLinksOfOtherSecret } from '../accounts/claim-token.ts'
import type { EntryRow } from '../content/entry-row.ts'
import { sha256 } from '../process/sha256.ts'

const words = 'She listened first. Then she drew, and drew again. We would hire her any day.'
const form = {
  feedback: words,
  star: '5',
  fullname: 'Erika Quillfeather',
  naming: 'first',
  role: 'Keeper',
  company: 'Lighthouses',
  country: '',
  email: '',
  relation: 'friend',
  consent: 'yes',
}

onEachDatabase('Testimonials by request', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store)
  const owner = useOwner(app)
  let n = 0

  const ask = async (more: object = {}): Promise<TestimonialRequest & { path: string }> => {
    n += 1
    const { status, body } = await owner.post('/api/testimonial-requests', {
      ...{ name: 'Erika Quillfeather', email: `erika${n}@gone.example`, ...more },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return { ...body, path: new URL(body.url).pathname }
  }
  const visitor = { get: (path: string) => app.browser().get(path) }
  const formOf = (fields: object, picture?: Uint8Array<ArrayBuffer>) => {
    // As a browser sends it: a form without a picture has a file without a name.
    const texts = Object.entries(fields).map(
      ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
    )
    const file = `Content-Disposition: form-data; name="file"; filename="${picture ? 'me.png' : ''}"\r\nContent-Type: image/png\r\n\r\n`
    const head = [...texts, file].map((part) => `--edge\r\n${part}`).join('\r\n')
    return Buffer.concat([Buffer.from(head), picture ?? Buffer.of(), Buffer.from('\r\n--edge--\r\n')])
  }
  const sendRaw = (path: string, raw: BodyInit) =>
    app.browser().send('POST', path, undefined, {
      ...{ raw, headers: { 'content-type': 'multipart/form-data; boundary=edge' } },
    })
  const send = (path: string, fields: object, picture?: Uint8Array<ArrayBuffer>) =>
    sendRaw(path, formOf(fields, picture))
  const look = async (path: string) => {
    const { status, body, headers } = await visitor.get(path)
    return { status, headers, page: JSON.parse(body) }
  }
  const request = async (id: string): Promise<TestimonialRequest> => {
    const { body } = await owner.get('/api/testimonial-requests')
    return body.requests.find((one: TestimonialRequest) => one.id === id)
  }
  const came = async (more: object = {}) => {
    const asked = await ask()
    const sent = await send(asked.path, { ...form, ...more })
    expect(sent.status, JSON.stringify(sent.body)).toBe(303)
    const { entry } = await request(asked.id)
    return { ...asked, entry: entry ?? '' }
  }
  const row = (id: string) =>
    store().database.kysely.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst()
  const patch = async (id: string, data: object, publish = true) => {
    const { version } = (await row(id)) as EntryRow
    return owner.send(
      'PATCH',
      `/api/entries/testimonials/${id}`,
      { data, publish },
      { headers: { 'if-match': `"${version}"` } },
    )
  }
  const publish = (id: string) => owner.post(`/api/entries/testimonials/${id}/publication`)
  const shown = () => app.content().testimonials as { id: string; feedback: string; fullname: string }[]
  const feedbackOf = (id: string) => shown().find((one) => one.id === id)?.feedback

  it('keep the link as a hash, open it without using it up, and show nothing before the owner publishes', async () => {
    const { id, path } = await ask()
    for (let times = 0; times < 3; times += 1) expect((await look(path)).page.state).toBe('waiting')
    const rows = await store().database.kysely.selectFrom('testimonial_requests').selectAll().execute()
    const changes = await store().database.kysely.selectFrom('changes').selectAll().execute()
    expect(JSON.stringify([rows, changes, app.lines])).not.toContain(path.slice(3))
    expect((await send(path, form)).status).toBe(303)
    const { state, entry } = await request(id)
    expect(state).toBe('pending')
    expect(feedbackOf(entry ?? '')).toBeUndefined()
    expect(await publish(entry ?? '')).toMatchObject({ status: 200 })
    expect(shown().find((one) => one.id === entry)).toMatchObject({
      ...{ feedback: words, fullname: 'Erika', relation: 'friend', source: 'link' },
      consent: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z I wrote this myself\. .+ until I withdraw it\.$/),
    })
    const { headers, page } = await look(path)
    expect(page).toMatchObject({ state: 'published', shown: { feedback: words, fullname: 'Erika' } })
    expect([headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
      ...['private, no-store', 'noindex, nofollow', 'strict-origin'],
    ])
  })

  once(
    'take a name that was pasted with marks of direction, and name the line that holds what cannot be shown',
    async () => {
      const pasted = { fullname: '\u202aErika\u202c Quillfeather', role: '\u2066Keeper\u2069', naming: 'full' }
      const { entry } = await came(pasted)
      expect(await publish(entry)).toMatchObject({ status: 200 })
      expect(shown().find((one) => one.id === entry)).toMatchObject({ fullname: 'Erika Quillfeather', role: 'Keeper' })
      const asked = await ask({ name: '\u202eErika\u2069' })
      expect(asked.name).toBe('Erika')
      const { status, body } = await send(asked.path, { ...form, role: 'Keeper\nof light' })
      expect([status, JSON.parse(body).problems]).toEqual([422, { role: english.ask.characters }])
      expect((await request(asked.id)).state).toBe('waiting')
    },
  )

  once('refuse texts that no form sends before they are read, and draw no page of them', async () => {
    const asked = await ask()
    const { status, body } = await send(asked.path, { ...form, feedback: '&'.repeat(70_000) })
    expect([status, body.length < 1000]).toEqual([413, true])
    expect((await request(asked.id)).state).toBe('waiting')
  })

  once('answer a forged, an expired, a revoked and an erased link in the same way', async () => {
    const [expired, revoked] = [await ask(), await ask()]
    const erased = await came()
    const { kysely } = store().database
    await kysely
      .updateTable('testimonial_requests')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', expired.id)
      .execute()
    expect((await owner.send('DELETE', `/api/testimonial-requests/${revoked.id}`)).status).toBe(200)
    expect((await send(erased.path, { act: 'erase' })).status).toBe(200)
    const seen = async (path: string) => {
      const { status, body, headers } = await visitor.get(path)
      return [status, body, ...[...headers].filter(([name]) => name !== 'x-request-id')]
    }
    const [first, ...others] = await Promise.all(
      [`/t/${'x'.repeat(43)}`, '/t/short', expired.path, revoked.path, erased.path].map(seen),
    )
    expect(first?.[0]).toBe(404)
    for (const other of others) expect(other).toEqual(first)
    expect((await send(expired.path, form)).status).toBe(404)
  })

  once('tell a network that guesses no more, and let through who holds one', async () => {
    const { attempts } = app.services
    const statuses = new Map<number, number>()
    for (let guess = 0; guess < 200; guess += 1) {
      const { status } = await visitor.get(`/t/${String(guess).padStart(43, 'g')}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(statuses.get(404)).toBeLessThanOrEqual(60)
    expect(statuses.get(429)).toBeGreaterThanOrEqual(140)
    const { path } = await ask()
    expect((await visitor.get(path)).status).toBe(200)
    for (let left = 0; left < 60; left += 1) await attempts.release('testimonial links 127.0.0.1')
  })

  once(
    'give the form back with what was typed and a sentence beside each wrong field, and keep the picture',
    async () => {
      const { path } = await ask()
      const picture = new Uint8Array(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer())
      const { status, body } = await send(path, { ...form, relation: '', email: 'no', consent: '' }, picture)
      expect([status, Object.keys(JSON.parse(body).problems).sort()]).toEqual([422, ['consent', 'email', 'relation']])
      expect(JSON.parse(body)).toMatchObject({ values: { feedback: words, email: 'no' }, hasPicture: true })
      // A small image of it, which no other URL shows yet.
      const data = (await look(path)).page.picture.replace('data:image/webp;base64,', '')
      expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({
        format: 'webp',
        width: 60,
        height: 40,
      })
      // Of an image that the owner has as well, they learn no more than they sent.
      const own = new Uint8Array(await halves(60, 40, '#104020', '#2040c0').png().toBuffer())
      await app.services.media.upload(own, { name: 'own.png', by: 'owner' })
      await send(path, { ...form, relation: '' }, own)
      const { hasPicture, picture: shownAgain } = (await look(path)).page
      expect([hasPicture, shownAgain]).toEqual([true, undefined])
      const kept = () => store().database.kysely.selectFrom('media').select('id').execute()
      const before = await kept()
      const drawing =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>@media (prefers-color-scheme: dark) { rect { fill: red } }</style><rect width="9" height="9"/></svg>'
      for (const file of ['%PDF-1.7 no picture', drawing]) {
        const wrong = await send(path, form, new Uint8Array(Buffer.from(file)))
        expect([wrong.status, JSON.parse(wrong.body)]).toMatchObject([
          422,
          { values: { feedback: words }, problems: { file: expect.any(String) } },
        ])
      }
      expect(await kept()).toEqual(before)
    },
  )

  once('hold one form at a time of those with too large a picture', async () => {
    const { path } = await ask()
    const large = formOf(form, new Uint8Array(7 * 1024 * 1024))
    const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const pull = async (controller: ReadableStreamDefaultController) => {
      reading.resolve()
      await released.promise
      controller.enqueue(large)
      controller.close()
    }
    const first = sendRaw(path, new ReadableStream({ pull }, { highWaterMark: 0 }))
    await reading.promise
    expect((await sendRaw(path, large)).status).toBe(503)
    released.resolve()
    for (const { status, body } of [await first, await sendRaw(path, large)])
      expect([status, JSON.parse(body).problems]).toEqual([422, { file: expect.any(String) }])
  })

  it('take the picture of somebody who never finished along when they are revoked, undone or over', async () => {
    const { kysely } = store().database
    const picture = async (path: string, colour: string) => {
      const bytes = new Uint8Array(await halves(60, 40, colour, '#2040c0').png().toBuffer())
      expect((await send(path, { ...form, consent: '' }, bytes)).status).toBe(422)
      const hash = sha256(path.slice(testimonialPath.length))
      const kept = await kysely.selectFrom('testimonial_requests').selectAll().where('hash', '=', hash).execute()
      return kept[0]?.picture as string
    }
    const [revoked, undone, over, shown] = [await ask(), await ask(), await ask(), await ask()]
    const created = await owner.get(`/api/changes?entry=${undone.id}`)
    const ids = [
      await picture(revoked.path, '#c01020'),
      await picture(undone.path, '#c02020'),
      await picture(over.path, '#c03020'),
    ]
    const used = await picture(shown.path, '#c05020')
    expect((await owner.send('PATCH', '/api/settings', { linkImage: used })).status).toBe(200)
    const revocation = await owner.send('DELETE', `/api/testimonial-requests/${revoked.id}`)
    expect((await owner.post(`/api/changes/${created.body.changes[0].id}/undo`)).status).toBe(201)
    await app.services.testimonialRequests.cleanUp(Date.parse(over.expiresAt) + 31 * 86_400_000)
    expect(await request(over.id)).toBeUndefined()
    const left = await kysely
      .selectFrom('media')
      .select('id')
      .where('id', 'in', [...ids, used])
      .execute()
    expect(left).toEqual([{ id: used }])
    const states = await kysely.selectFrom('changes').selectAll().where('entry', 'in', ids).execute()
    expect(states.filter(({ before, after, search_text }) => before || after || search_text)).toEqual([])
    // The link comes back without it.
    expect((await owner.post(`/api/changes/${revocation.headers.get('x-change')}/undo`)).status).toBe(201)
    expect((await look(revoked.path)).page).toMatchObject({ state: 'waiting', hasPicture: false })
    // Ended with the server’s secret, it is over, and deleted as others are.
    const ended = await picture(revoked.path, '#c04020')
    await endLinksOfOtherSecret(store().database, 'the first secret')
    await endLinksOfOtherSecret(store().database, 'the second secret')
    expect((await visitor.get(revoked.path)).status).toBe(404)
    await app.services.testimonialRequests.cleanUp(Date.parse(revoked.expiresAt) + 31 * 86_400_000)
    expect(await request(revoked.id)).toBeUndefined()
    expect(await kysely.selectFrom('media').select('id').where('id', '=', ended).execute()).toEqual([])
  })

  describe('let the owner shorten only', () => {
    const cutTo = 'She listened first. […] We would hire her any day.'

    once('with marks where something was cut, by form and by API', async () => {
      const { entry, path } = await came()
      for (const feedback of [
        `${words} Best ever.`,
        'We would hire her any day.',
        'She listened […] then […]',
        words.replace('any', 'no'),
      ]) {
        const { status, body } = await patch(entry, { feedback }, false)
        expect([status, Object.keys(body.fields ?? {})], feedback).toEqual([422, ['feedback']])
      }
      for (const data of [
        { star: 4 },
        { relation: 'client' },
        { source: '' },
        { consent: '' },
        { fullname: 'Erika Q' },
      ])
        expect((await patch(entry, data, false)).status, JSON.stringify(data)).toBe(422)
      expect((await patch(entry, { feedback: cutTo.replace('[…]', '[...]'), role: '' })).status).toBe(200)
      expect(feedbackOf(entry)).toBe(cutTo)
      expect((await look(path)).page.shown.feedback).toBe(cutTo)
    })

    it('in bulk as well, and a copy is the owner’s own', async () => {
      const { entry } = await came()
      const { body } = await owner.send('PATCH', '/api/entries/testimonials', {
        ...{ entries: [{ id: entry }], data: { feedback: 'Superb.' } },
      })
      expect(body).toMatchObject({ changed: 0, refused: [{ id: entry }] })
      const copy = await owner.post(`/api/entries/testimonials/${entry}/copies`)
      expect(copy.body.data).toMatchObject({ source: '', consent: '', relation: '' })
      const made = await owner.post('/api/entries/testimonials', {
        data: { ...copy.body.data, source: 'mail' },
        publish: false,
      })
      expect([made.status, made.body.fields]).toMatchObject([422, { source: expect.any(String) }])
    })
  })

  once('keep what is published while a change of its person waits', async () => {
    const { id, entry, path } = await came()
    await publish(entry)
    await send(path, { ...form, feedback: 'I changed my mind: adequate.' })
    expect([(await request(id)).state, feedbackOf(entry)]).toEqual(['pending', words])
    await publish(entry)
    expect(feedbackOf(entry)).toBe('I changed my mind: adequate.')
    // The words of before are no longer theirs.
    expect((await patch(entry, { feedback: words }, false)).status).toBe(422)
  })

  once('store what is sent twice once', async () => {
    const { path, entry } = await came()
    const before = await row(entry)
    expect((await send(path, form)).status).toBe(303)
    expect(await row(entry)).toEqual(before)
  })

  it('are gone from the page once withdrawn, and neither undo nor the trash bring them back', async () => {
    const { id, entry, path } = await came()
    await publish(entry)
    expect(feedbackOf(entry)).toBe(words)
    expect((await send(path, { act: 'withdraw' })).status).toBe(303)
    expect(feedbackOf(entry)).toBeUndefined()
    const { body } = await owner.get('/api/changes?collection=testimonials&limit=2')
    expect((await owner.post(`/api/changes/${body.changes[0].id}/undo`)).status).toBe(422)
    expect((await owner.post(`/api/entries/testimonials/${entry}/restoration`)).status).toBe(422)
    expect(feedbackOf(entry)).toBeUndefined()
    expect((await request(id)).state).toBe('withdrawn')
    const then = await owner.get(`/api/past-site?change=${body.changes[1].id - 1}`)
    expect(JSON.stringify(then.body.content)).not.toContain(entry)
    const { change, version } = then.body
    expect((await owner.post('/api/past-site/restoration', { change, version })).status).toBe(201)
    expect(feedbackOf(entry)).toBeUndefined()
    // Theirs to send again.
    expect((await send(path, { ...form, feedback: 'After all: good.' })).status).toBe(303)
    await publish(entry)
    expect(feedbackOf(entry)).toBe('After all: good.')
  })

  it('stay withdrawn when the owner empties the trash, and what is shown is no selection for that', async () => {
    const { id, entry, path } = await came()
    expect((await send(path, { act: 'withdraw' })).status).toBe(303)
    const selectedBefore = app.content().selection
    expect((await owner.post('/api/entries/testimonials/erasures', { ids: [entry] })).body).toEqual({ erased: 1 })
    expect([(await look(path)).page.state, (await request(id)).state]).toEqual(['withdrawn', 'withdrawn'])
    expect(app.content().selection).toBe(selectedBefore)
  })

  it('are one entry also when they are sent again after the owner took it away, and are erased with all of it', async () => {
    const { id, entry, path } = await came()
    const { body } = await owner.get('/api/changes?collection=testimonials&limit=1')
    expect((await owner.post(`/api/changes/${body.changes[0].id}/undo`)).status).toBe(201)
    expect(await row(entry)).toBeUndefined()
    expect((await send(path, { ...form, feedback: 'Once more: good.' })).status).toBe(303)
    expect((await request(id)).entry).toBe(entry)
    await publish(entry)
    expect(feedbackOf(entry)).toBe('Once more: good.')
    expect((await send(path, { act: 'erase' })).status).toBe(200)
    const { kysely } = store().database
    const states = await kysely.selectFrom('changes').selectAll().where('entry', 'in', [id, entry]).execute()
    expect(states.filter(({ before, after, search_text }) => before || after || search_text)).toEqual([])
    expect(feedbackOf(entry)).toBeUndefined()
  })

  it('are declined with an undo, and then the page says that it is a selection', async () => {
    const { id, entry, path } = await came()
    const { headers, body } = await owner.send('PATCH', `/api/testimonial-requests/${id}`, { declined: true })
    expect(body.state).toBe('declined')
    expect([(await row(entry))?.deleted_at === null, app.content().selection]).toEqual([false, true])
    expect((await look(path)).page.state).toBe('declined')
    expect((await owner.post(`/api/changes/${headers.get('x-change')}/undo`)).status).toBe(201)
    expect([(await request(id)).state, (await row(entry))?.deleted_at]).toEqual(['pending', null])
    const asked = await owner.send('PATCH', `/api/testimonial-requests/${id}`, { ask: 'Name the project?' })
    expect([asked.body.state, (await look(path)).page.asked]).toEqual(['asked', 'Name the project?'])
    await send(path, { ...form, feedback: `${words} It was Tideline.` })
    expect((await request(id)).state).toBe('pending')
  })
})

onOneDatabase('A testimonial by mail', (store) => {
  const app = useApp(store, { smtp: { url: 'smtp://127.0.0.1:9', from: 'post@mira.example' } })
  const owner = useOwner(app)
  const deliveries = () => store().database.kysely.selectFrom('deliveries').selectAll().orderBy('id').execute()

  it('is asked for once, reminded of once, and announced to the owner without a word of it', async () => {
    const { body } = await owner.post('/api/testimonial-requests', {
      name: 'Erika',
      email: 'erika@gone.example',
      mail: true,
    })
    const path = new URL(body.url).pathname
    const reminders = `/api/testimonial-requests/${body.id}/reminders`
    expect([(await owner.post(reminders)).status, (await owner.post(reminders)).status]).toEqual([201, 422])
    const [first, second, ...others] = await deliveries()
    expect([first?.kind, second?.kind, others]).toEqual(['testimonial', 'testimonial', []])
    expect(JSON.stringify(await deliveries())).not.toContain(path)
    for (let times = 0; times < 2; times += 1)
      await app.browser().send('POST', path, undefined, {
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const [notice, ...more] = (await deliveries()).slice(2)
    expect([notice?.kind, notice?.text.includes('Erika'), more]).toEqual(['notice', false, []])
    expect((await owner.get('/api/testimonial-requests')).body.requests[0]).toMatchObject({ state: 'pending' })
    const waiting = async () => (await owner.get('/api/testimonial-requests')).body.pending
    const { entry } = (await owner.get('/api/testimonial-requests')).body.requests[0]
    expect(await waiting()).toBe(1)
    await owner.post(`/api/entries/testimonials/${entry}/publication`)
    expect(await waiting()).toBe(0)
    expect(app.content().testimonials[0].source).toBe('mail')
  })
})
