import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { databases, type TestStore } from '../../../tests/support/databases.ts'
import { collectionNames, collections } from '../../model/collections/index.ts'
import { routes } from './routes.ts'

let store: TestStore
let app: TestApp
beforeAll(async () => {
  store = await (databases[0] as (typeof databases)[number]).create()
  app = await createTestApp(store)
})
afterAll(async () => {
  await app.close()
  await store.remove()
})

const description = async () => (await app.browser().get('/api/openapi.json')).body

it('describes every call of the route table, and nothing else', async () => {
  const { openapi, paths } = await description()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const called = routes(app.services)
    .filter(({ path }) => path.startsWith('/api/') && path !== '/api/docs')
    .flatMap(({ method, path }) =>
      path.includes(':collection')
        ? collectionNames.map((name) => `${method} ${path.replace(':collection', name).replace(/:(\w+)/g, '{$1}')}`)
        : [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`],
    )
  expect(described.filter((one) => one.includes(' /api/')).sort()).toEqual(called.sort())
})

it('says of each collection’s fields what their schemas check', async () => {
  const { paths } = await description()
  for (const name of collectionNames) {
    const { data } = paths[`/api/entries/${name}`].post.requestBody.content['application/json'].schema.properties
    expect(Object.keys(data.properties)).toEqual(Object.keys(collections[name].fields))
    expect(data.additionalProperties).toBe(false)
  }
  expect(
    paths['/api/entries/skills'].post.requestBody.content['application/json'].schema.properties.data.properties.percent,
  ).toMatchObject({ type: 'integer', minimum: 0, maximum: 100 })
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
  const { status, body, headers } = await app.browser().get('/api/docs')
  expect(status).toBe(200)
  expect(body).not.toMatch(/<script|<link|src=|@import|url\(/)
  expect([...body.matchAll(/href="([^"]*)"/g)].every(([, href]) => href.startsWith('#') || href.startsWith('/'))).toBe(
    true,
  )
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  for (const { path } of routes(app.services))
    if (path.startsWith('/api/owner') || path.startsWith('/api/auth/')) expect(body).toContain(path)
})
