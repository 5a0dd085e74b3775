import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDocumentation } from '../../../tests/support/documented-answer.ts'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { collectionNames, collections } from '../../model/content/collections.ts'
import { routes } from '../routes.ts'

let site: LiveSite
beforeAll(async () => {
  site = await startLiveSite()
})
afterAll(() => site.stop())

const description = async () => JSON.parse((await site.ask('/api/openapi.json')).text)

it('describes every call of the route table, and nothing else', async () => {
  const { openapi, paths } = await description()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const called = routes(site.services)
    .filter(({ path }) => path.startsWith('/api/') && path !== '/api/docs')
    .flatMap(({ method, path }) =>
      path.includes(':collection')
        ? collectionNames.map((name) => `${method} ${path.replace(':collection', name).replace(/:(\w+)/g, '{$1}')}`)
        : [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`],
    )
  expect(described.filter((one) => one.includes(' /api/')).sort()).toEqual(called.sort())
})

it('says of each collection’s fields what their schemas check', async () => {
  const { paths, components } = await description()
  const schemas = components.schemas as Record<
    string,
    { properties: Record<string, object>; additionalProperties: boolean }
  >
  for (const name of collectionNames) {
    const { data } = paths[`/api/entries/${name}`].post.requestBody.content['application/json'].schema.properties
    const created = schemas[data.$ref.split('/').at(-1)]
    expect(Object.keys(created?.properties ?? {})).toEqual(Object.keys(collections[name].fields))
    expect(created?.additionalProperties).toBe(false)
  }
  expect(schemas.Project?.properties.data).toMatchObject({ properties: { category: { deprecated: true } } })
  expect(schemas.Project?.properties.order).toMatchObject({ description: expect.stringContaining('Position among') })
  expect(schemas.NewSkill?.properties.percent).toMatchObject({
    anyOf: [{ type: 'integer', minimum: 0, maximum: 100 }, { type: 'null' }],
  })
})

it('names each call once, as a client would, and what it takes and answers', async () => {
  const { paths, components } = await description()
  const calls = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(Object.values)
  const ids = calls.map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(300)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  const some = ['listProjects', 'createPage', 'publishService', 'updateAbout', 'updateAboutEntries', 'restoreMediaItem']
  const others = ['createMessageReply', 'getSettings', 'undoChange', 'publishDrafts', 'signInEmail']
  expect(ids).toEqual(expect.arrayContaining([...some, ...others]))
  const answer = paths['/api/entries/projects/{id}'].get.responses[200].content['application/json'].schema
  expect(answer).toEqual({ $ref: '#/components/schemas/Project' })
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Message', 'MediaItem', 'Problem']))
})

it('tells a client what is wrong with an answer: its status, its content type and its body', async () => {
  const { problemWith } = createDocumentation((await site.ask('/api/openapi.json')).text)
  const answer = { method: 'GET', path: '/api/entries/skills/order', status: 200, type: 'application/json' }
  const body = { ids: ['a'], versions: [1] }
  expect(problemWith({ ...answer, body })).toBeUndefined()
  expect(problemWith({ ...answer, body, status: 418 })).toContain('answered 418, which is not documented')
  expect(problemWith({ ...answer, body, type: 'text/plain' })).toContain('as “text/plain”, which is not documented')
  for (const wrong of [{ ids: ['a'] }, { ...body, versions: ['1'] }, { ...body, more: 1 }, '', null])
    expect(problemWith({ ...answer, body: wrong })).toContain('not as documented')
  expect(problemWith({ ...answer, body: { error: 'not-found' }, status: 404 })).toContain('message')
  expect(problemWith({ method: 'POST', path: '/api/csp-reports', status: 204, type: undefined, body: 'x' })).toContain(
    'a body',
  )
})

it('refers to nothing that is not there', async () => {
  const whole = await description()
  const text = JSON.stringify(whole)
  const found = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place]) => place as string))
  expect(found.size).toBeGreaterThan(5)
  for (const place of found)
    expect(
      place.split('/').reduce((node, step) => node?.[step], whole),
      place,
    ).toBeDefined()
})

it('is a page, too, that asks for nothing from anywhere', async () => {
  const { status, text: body, headers } = await site.ask('/api/docs')
  expect(status).toBe(200)
  expect(body).not.toMatch(/<script|<link|src=|@import|url\(/)
  expect(
    [...body.matchAll(/href="([^"]*)"/g)].every(([, href = '']) => href.startsWith('#') || href.startsWith('/')),
  ).toBe(true)
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  for (const { path } of routes(site.services))
    if (path.startsWith('/api/owner') || path.startsWith('/api/auth/')) expect(body).toContain(path)
})

it.each(['/api/openapi.json', '/api/docs'])(
  '%s is answered as pages are: compressed, with an entity tag, from memory',
  async (path) => {
    const plain = await site.ask(path)
    const headers = { 'accept-encoding': 'br' }
    const small = await site.ask(path, { headers })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
    expect(small.body.length).toBeLessThan(plain.body.length / 10)
    const known = await site.ask(path, { headers: { ...headers, 'if-none-match': small.headers.etag } })
    expect([known.status, known.body.length]).toEqual([304, 0])
    expect((await site.ask(path, { method: 'HEAD' })).headers['content-length']).toBe(String(plain.body.length))
    expect((await site.ask(path, { method: 'POST' })).status).toBe(405)
  },
)
