import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { countryDatabase } from '../../../tests/support/country-database.ts'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'accept-language': 'en',
}
const message = {
  user_name: 'Grace',
  user_email: 'grace@example.com',
  message: 'Is there time in May, for a week or two?',
}

onEachDatabase('Visits over HTTP', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  const write = async (text: string, headers: Record<string, string>) => {
    const sent = { ...message, message: `${message.message} ${text}`, elapsed: 60_000 }
    const { status, body } = await app.browser().send('POST', '/api/messages', sent, { headers })
    expect(status).toBe(201)
    return String(body.id)
  }
  const visitOf = async (id: string) => (await owner.get(`/api/messages/${id}/visit`)).body.visit

  once('are for the owner alone', async () => {
    for (const address of ['/api/visits', '/api/visits.csv', '/api/visits/single', '/api/messages/any/visit'])
      expect((await app.browser().get(address)).status).toBe(401)
    expect((await owner.get('/api/visits?days=7&zone=Europe/Berlin')).body).toMatchObject({ on: false, since: null })
    const { status, body } = await owner.get('/api/visits?days=8&zone=Nowhere')
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toEqual(['days', 'zone'])
    expect((await owner.get('/api/visits/single?class=crawlers')).body).toEqual({ visits: [], next: null })
    const refused = await owner.get('/api/visits/single?class=own&cursor=1')
    expect([refused.status, Object.keys(refused.body.fields).sort()]).toEqual([422, ['class', 'cursor']])
  })

  it('are told to a data protection office as the settings have them', async () => {
    const record = async () => (await owner.get('/api/visits/record')).body as string
    expect((await app.browser().get('/api/visits/record')).status).toBe(401)
    const off = await record()
    expect(off).toContain('Visits are not counted at present')
    expect(off).not.toContain('message_sources')
    await owner.send('PATCH', '/api/settings', {
      ...{
        visits: true,
        visitsOfMessages: true,
        visitsBursts: false,
        name: 'Ada <b>Byron</b>',
        email: 'ada@example.com',
      },
    })
    const on = await record()
    expect(on).toContain('Visits are counted.')
    expect(on).toContain('Responsible: Ada &lt;b&gt;Byron&lt;/b&gt;, ada@example.com')
    expect(on).toContain('<td>Table message_sources; backups</td><td>As long as the message</td>')
    expect(on).toContain('NOT MET: the source and the first page of a visit are stored with the message')
    expect(on.match(/<td>off<\/td>/g)).toHaveLength(1)
    expect(on).toContain('whole referrers, the country, marks on the device')
    expect(on.includes('open_visits')).toBe(store().database.kind === 'postgres')
    await owner.send('PATCH', '/api/settings', { visits: false, visitsOfMessages: false, visitsBursts: true, name: '' })
  })

  once('say of countries what is so: in the document, in Health and as CSV', async () => {
    const { config } = app.services
    const health = async () =>
      (await owner.get('/api/health')).body.findings.find(
        ({ name }: { name: string }) => name === 'Countries of visits',
      )
    expect(await health()).toMatchObject({ status: 'pass', message: expect.stringContaining('COUNTRY_DATABASE') })
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-countries-'))
    config.countryDatabase = path.join(folder, 'none.mmdb')
    expect(await health()).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('cannot be read (ENOENT)'),
    })
    await writeFile(config.countryDatabase, countryDatabase({ '203.0.113.0/24': 'DE' }, new Date('2020-02-01')))
    expect(await health()).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/is Test-Country of 2020-02-01\. Networks move/),
    })
    await writeFile(config.countryDatabase, countryDatabase({ '203.0.113.0/24': 'DE' }))
    expect(await health()).toMatchObject({ status: 'pass', message: expect.stringContaining('is Test-Country of') })
    const record = (await owner.get('/api/visits/record')).body
    expect(record).toContain('kind of device, country by two letters, class')
    expect(record).toContain('any place within a country')
    expect(record).not.toContain('the country, marks')
    const hour = Math.floor(Date.now() / 3_600_000)
    const row = { kind: 'country', hour, term: 'DE', people: 3, views: 0, messages: 0, downloads: 0, opens: 0 }
    await store().database.kysely.insertInto('visit_sums').values(row).execute()
    const { body, headers } = await owner.get('/api/visits.csv?of=countries')
    expect(body).toBe('country,people\r\nDE,3\r\n')
    expect(headers.get('content-disposition')).toContain('visits-countries-')
    await store().database.kysely.deleteFrom('visit_sums').execute()
    config.countryDatabase = undefined
    await rm(folder, { recursive: true })
  })

  it('tell how the sender of a message came only once the owner has switched that on', async () => {
    await app.services.visits.start()
    await owner.send('PATCH', '/api/settings', { visits: true })
    await expect.poll(async () => (await owner.get('/api/visits')).body.on).toBe(true)
    const headers = { ...browser, referer: 'https://www.search.example/?q=secret' }
    const before = await write('One.', headers)
    await owner.send('PATCH', '/api/settings', { visitsOfMessages: true })
    await owner.get('/api/visits')
    const after = await write('Two.', headers)
    const asked = await write('Three.', { ...headers, dnt: '1' })
    expect(await visitOf(before)).toBeNull()
    expect(await visitOf(asked)).toBeNull()
    expect(await visitOf(after)).toEqual({ source: 'search.example', page: '/' })
    const { kysely } = store().database
    await kysely.deleteFrom('messages').where('id', '=', after).execute()
    expect(await kysely.selectFrom('message_sources').selectAll().execute()).toEqual([])
    expect((await owner.get('/api/visits')).body.now.messages).toBe(2)
  })
})
