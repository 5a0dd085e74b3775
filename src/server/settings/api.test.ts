import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'

onOneDatabase('settings over HTTP', (store) => {
  const app = useApp(store)
  const owner = useOwner(app)
  const status = ({ headers }: { headers: Headers }) => headers.get('publication-status')

  it('are published by default, drafted with publish=false, and say which in a header', async () => {
    const published = await owner.send('PATCH', '/api/settings', { name: 'Mira' })
    expect([published.status, status(published)]).toEqual([200, 'published'])
    const drafted = await owner.send('PATCH', '/api/settings?publish=false', { name: 'Drafted', accent: 'plum' })
    expect(drafted.body).toMatchObject({ name: 'Drafted' })
    expect([status(drafted), status(await owner.get('/api/settings'))]).toEqual(['changed', 'changed'])
    expect(drafted.headers.get('published-at')).toBe(published.headers.get('published-at'))
    expect(app.content().settings).toMatchObject({ name: 'Mira' })

    const discarded = await owner.send('DELETE', '/api/settings/draft')
    expect([discarded.body.name, status(discarded)]).toEqual(['Mira', 'published'])
    await owner.send('PATCH', '/api/settings?publish=false', { name: 'Drafted' })
    const { headers } = await owner.post('/api/settings/publication')
    expect(headers.get('publication-status')).toBe('published')
    expect(app.content().settings).toMatchObject({ name: 'Drafted' })
  })

  it('are refused on a stale version with what is stored now', async () => {
    const before = (await owner.get('/api/settings')).headers.get('etag') ?? ''
    await owner.send('PATCH', '/api/settings?publish=false', { role: 'Seen by another' })
    for (const [method, path] of [
      ['POST', '/api/settings/publication'],
      ['PATCH', '/api/settings'],
    ] as const) {
      const stale = await owner.send(method, path, {}, { headers: { 'if-match': before } })
      expect(stale.status).toBe(409)
      expect(stale.body.current).toMatchObject({ status: 'changed', settings: { role: 'Seen by another' } })
    }
    expect(app.content().settings.role).not.toBe('Seen by another')
  })

  it('take an accent by name or as any hex colour, which is stored in six small digits, and refuse all else beside the field', async () => {
    const change = (accent: unknown, query = '') => owner.send('PATCH', `/api/settings${query}`, { accent })
    for (const [sent, stored] of [
      ['#1B4DD1', '#1b4dd1'],
      ['moss', 'moss'],
      ['', ''],
      ['#Fa0', '#ffaa00'],
    ]) {
      const { status, body } = await change(sent)
      expect([status, body.accent, app.content().settings.accent]).toEqual([200, stored, stored])
    }
    for (const wrong of ['#12', '#12345g', '#ffaa0080', 'red', 'constructor', 7, null]) {
      const { status, body } = await change(wrong)
      expect([wrong, status, Object.keys(body.fields)]).toEqual([wrong, 422, ['accent']])
    }
    expect((await owner.get('/api/settings')).body.accent).toBe('#ffaa00')
    // A draft may be half typed.
    expect((await change('#12', '?publish=false')).body.accent).toBe('#12')
    const refused = await owner.post('/api/settings/publication')
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['accent']])
    expect(app.content().settings.accent).toBe('#ffaa00')
    await owner.send('DELETE', '/api/settings/draft')
  })

  it('take as many snippets as fit, each as long as it may be, in a script of three bytes a character', async () => {
    const snippets = Array.from({ length: 40 }, (_, n) => ({ title: `返信 ${n}`, text: '海'.repeat(4000) }))
    const { status: answered, body } = await owner.send('PATCH', '/api/settings', { snippets })
    expect([answered, body.snippets?.length]).toEqual([200, 40])
  })

  it('take counters that count a collection, or nothing, and no others', async () => {
    const counters = [
      { value: 0, label: 'certificates', counts: 'certificates' },
      { value: 3, label: 'boats' },
    ]
    const { status, body } = await owner.send('PATCH', '/api/settings', { counters })
    expect([status, body.counters]).toEqual([200, [counters[0], { ...counters[1], counts: '' }]])
    const wrong = await owner.send('PATCH', '/api/settings', { counters: [{ ...counters[0], counts: 'messages' }] })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['counters.0.counts']])
    expect((await owner.get('/api/settings')).body.counters).toEqual(body.counters)
  })

  it('refuse CSS that would load something, next to its field, and say so before as well', async () => {
    const css = 'a { b: c }\n@import "x";'
    const checked = await owner.post('/api/css-checks', { css })
    expect([checked.status, checked.body]).toEqual([
      200,
      { css: '', problems: [{ line: 2, message: '@import is not allowed here.' }] },
    ])
    expect((await owner.post('/api/css-checks', { css: 'a { b: c }' })).body).toEqual({ css: 'a{b:c}', problems: [] })
    const refused = await owner.send('PATCH', '/api/settings', { customCss: css })
    expect([refused.status, refused.body.fields]).toEqual([422, { customCss: 'Line 2: @import is not allowed here.' }])
    const long = await owner.send('PATCH', '/api/settings?publish=false', { customCss: 'é'.repeat(17_000) })
    expect([long.status, long.body.fields]).toEqual([422, { customCss: 'Own CSS may have at most 32 kB.' }])
    expect((await owner.get('/api/settings')).body.customCss).toBe('')
    const quotes = `a{b:"${"'".repeat(32_000)}"}`
    expect((await owner.send('PATCH', '/api/settings', { customCss: quotes })).body.customCss).toBe(quotes)
  })
})
