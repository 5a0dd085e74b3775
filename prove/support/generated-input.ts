import type { OutgoingHttpHeaders } from 'node:http'
import type { seededRandom } from '../../tests/support/random.ts'
import { type Schema, valueFrom } from './from-schema.ts'
import { brokenJson, nasty, spoiled } from './junk.ts'

type Random = ReturnType<typeof seededRandom>

/** One call that the product says it has. */
export interface Operation {
  path: string
  method: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | undefined
  upload: boolean
}

export interface Input {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body: string | Buffer | undefined
}

interface Described {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Every operation of an OpenAPI description. */
export const operationsOf = (description: { paths: Record<string, Record<string, Described>> }): Operation[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      path,
      method: method.toUpperCase(),
      parameters,
      body: requestBody?.content['application/json']?.schema,
      upload: requestBody?.content['multipart/form-data'] !== undefined,
    })),
  )

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-7',
  '',
  'x',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const addresses = [
  '/',
  '/all',
  '/projects/x',
  '/projects/%2e%2e',
  '/media/0123456789abcdef-160.webp',
  '/media/../x',
  '/assets/x.js',
  '/assets/%2e%2e%2fmain.js',
  '/admin',
  '/admin/about/edit/x',
  '/api',
  '/api/entries',
  '/api/%61uth/get-session',
  '/..%2f..%2fetc/passwd',
  '/%',
  '/%c0%af',
  '/a?b',
  '/?sent=1',
  '//evil.example/',
  '/404',
  '/healthz/',
  '/api/docs',
  '/login',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
]

const inPath = (value: unknown) =>
  typeof value === 'string'
    ? encodeURIComponent(value.toWellFormed())
    : encodeURIComponent(String(JSON.stringify(value)))

const multipart = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ])

const bodyOf = ({ body, upload }: Operation, random: Random): { type: string; bytes: string | Buffer | undefined } => {
  if (upload) {
    const bytes = Buffer.from(Array.from({ length: random.below(2000) }, () => random.below(256)))
    return {
      type: 'multipart/form-data; boundary=x',
      bytes: multipart(random.pick(['file', 'file', 'alt', 'x']), bytes),
    }
  }
  if (random.chance(0.08)) return { type: 'application/json', bytes: random.pick(brokenJson) }
  if (!body)
    return { type: 'application/json', bytes: random.chance(0.7) ? undefined : JSON.stringify(random.pick(nasty)) }
  const value = valueFrom(body, random)
  const sent = random.chance(0.5) ? value : spoiled(value, random)
  return { type: 'application/json', bytes: JSON.stringify(sent) ?? '' }
}

/** A call to an operation, somewhat right, with ids that may exist. */
export const inputFor = (operation: Operation, ids: readonly string[], random: Random): Input => {
  const place = operation.path.replace(/\{(\w+)\}/g, () =>
    random.chance(0.6) ? random.pick(ids) : inPath(random.pick(nasty)),
  )
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.5))
    .map(
      ({ name, schema }) =>
        `${name}=${inPath(random.chance(0.5) ? String(valueFrom(schema, random)) : random.pick(nasty))}`,
    )
  const { type, bytes } = bodyOf(operation, random)
  const headers: OutgoingHttpHeaders = {}
  if (bytes !== undefined && operation.method !== 'GET')
    headers['content-type'] = random.chance(0.9) ? type : random.pick(types)
  if (operation.parameters.some(({ name }) => name === 'If-Match') && random.chance(0.8))
    headers['if-match'] = random.pick(['"1"', '"2"', '3', '*', 'W/"1"', '"x"', '-1', '1e9', '99999999999'])
  if (random.chance(0.1)) headers.accept = random.pick(['text/html', '*/*', 'x', 'application/json;q=0'])
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['a', 'b'.repeat(200), 'c'.repeat(300), '"'])
  const body = operation.method === 'GET' ? undefined : bytes
  return { method: operation.method, path: place + (query.length > 0 ? `?${query.join('&')}` : ''), headers, body }
}

/** A call to whatever address, by whatever method. */
export const strayInput = (random: Random): Input => ({
  method: random.pick(methods),
  path: random.chance(0.8) ? random.pick(addresses) : `/${inPath(random.pick(nasty)).slice(0, 2000)}`,
  headers: random.chance(0.3)
    ? {
        'content-type': random.pick(types),
        'accept-encoding': random.pick(['br', 'gzip;q=0', 'x'.repeat(300), '*']),
        range: 'bytes=5-1',
      }
    : {},
  body: undefined,
})
