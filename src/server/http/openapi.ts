import { z } from 'zod'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { entrySchema } from '../../model/content/entry.ts'
import { listAnswer, type Operation, type Route } from '../endpoint/endpoint.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const content = (schema: Json) => ({ 'application/json': { schema } })

const refusals = {
  anyone: ['Forbidden', 'Invalid', 'TooMany', 'Unavailable'],
  'signed in': ['Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'TooMany', 'Unavailable'],
  owner: ['Unauthenticated', 'Forbidden', 'NotFound', 'Stale', 'Invalid', 'TooMany', 'Unavailable'],
  'owner in person': ['Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'TooMany', 'Unavailable'],
} satisfies Record<Route['who'], string[]>

const responses: Record<string, [status: number, description: string]> = {
  SeeOther: [303, 'To a page, for a browser that asks for one'],
  NotModified: [304, 'The client has it: its entity tag is this one’s'],
  Unauthenticated: [401, 'Not signed in, or the token is not known'],
  Forbidden: [403, 'Not the owner, sent from another site, or (sign-in-again) signed in too long ago for this'],
  NotFound: [404, 'There is none'],
  Stale: [409, 'Changed elsewhere since; current says how it is now'],
  Gone: [410, 'It was used, revoked or deleted for good, or its time is over'],
  TooLarge: [413, 'More than this call takes'],
  UnsupportedType: [415, 'A body of another content type, or a file of another kind, than this call takes'],
  Invalid: [422, 'Something is wrong with what was sent; fields says what'],
  TooMany: [429, 'Too often; Retry-After says when again'],
  Internal: [500, 'A fault of this site; the message has the reference under which the log tells more'],
  Unavailable: [503, 'The database is away; nothing was saved'],
}

const security = {
  anyone: [],
  'signed in': [{ session: [] }],
  owner: [{ session: [] }, { token: [] }],
  'owner in person': [{ session: [] }],
} satisfies Record<Route['who'], object[]>

const parameters = (path: string, { query, versioned }: Operation) => {
  const text = { type: 'string' }
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }))
  const described = query ? jsonSchema(query, 'input') : {}
  const { properties = {}, required = [] } = described as { properties?: Json; required?: string[] }
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
  const version = { name: 'If-Match', in: 'header', required: versioned === 'must', schema: text }
  const description = 'The version the write was based on.'
  return [...inPath, ...inQuery, ...(versioned ? [{ ...version, description }] : [])]
}

const upload = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'image/*' }, alt: { type: 'string' } },
    },
  },
}

const describe = ({ who, path, handle, elsewhere }: Route, operation: Operation) => {
  const { summary, body, status = 200, answer, alsoAs, dryRun, others = [] } = operation
  const answers = { ...(answer ? content(jsonSchema(answer, 'output')) : {}), ...(alsoAs ? { [alsoAs]: {} } : {}) }
  const named = [
    ...refusals[who],
    ...(handle === 'memory' ? ['NotModified'] : ['Internal']),
    ...(elsewhere === undefined ? [] : ['SeeOther']),
    ...(body || operation.upload ? ['TooLarge', 'UnsupportedType'] : []),
    ...others,
  ]
  return {
    summary,
    tags: [path.split('/')[2] ?? 'site'],
    security: security[who],
    parameters: parameters(path, operation),
    ...(body ? { requestBody: { required: true, content: content(jsonSchema(body, 'input')) } } : {}),
    ...(operation.upload ? { requestBody: { required: true, content: upload } } : {}),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer || alsoAs ? { content: answers } : {}),
      },
      ...(dryRun ? { 200: { description: 'What it would do', content: content(jsonSchema(dryRun, 'output')) } } : {}),
      ...Object.fromEntries(named.map((name) => [responses[name]?.[0], { $ref: `#/components/responses/${name}` }])),
    },
  }
}

/** The data of an entry as it is stored, drafts included, and with the former fields. */
const storedData = ({ fields, aliases = {} }: Pick<Collection, 'fields' | 'aliases'>) =>
  z.object({
    ...Object.fromEntries(Object.entries(fields).map(([name, { draft }]) => [name, draft])),
    ...Object.fromEntries(Object.entries(aliases).map(([name, { schema }]) => [name, schema])),
  })

const withData = (body: z.ZodObject, data: z.ZodType, patch: z.ZodType) =>
  body.safeExtend({ data: body.shape.data?.safeParse(undefined).success ? patch.exactOptional() : data })

const forCollection = (operation: Operation, name: CollectionName): Operation => {
  const { schema, patch, label } = collections[name]
  const data = operation.versioned === 'must' ? patch : schema
  const { body, answer } = operation
  const entry = entrySchema(storedData(collections[name] as unknown as Collection))
  const takesData = body instanceof z.ZodObject && 'data' in body.shape
  const list = answer instanceof z.ZodObject && 'entries' in answer.shape
  const one = answer instanceof z.ZodObject && 'data' in answer.shape
  return {
    ...operation,
    summary: `${operation.summary} (${label.many})`,
    ...(takesData ? { body: withData(body, data as z.ZodType, patch) } : {}),
    ...(list ? { answer: listAnswer('entries', entry) } : one ? { answer: entry } : {}),
  }
}

/** OpenAPI 3.1 description of the route table, made from the schemas that check the calls. */
export const openapi = (table: readonly Route[], publicUrl: string): Json => {
  const paths: Record<string, Json> = {}
  const add = (route: Route, operation: Operation) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation) }
  }
  for (const route of table) {
    const { operation } = route
    if (!operation) continue
    if (!route.path.includes(':collection')) add(route, operation)
    else
      for (const name of collectionNames)
        add({ ...route, path: route.path.replace(':collection', name) }, forCollection(operation, name))
  }
  const failure = {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      current: {},
    },
  }
  const failed = content({ $ref: '#/components/schemas/Failure' })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1',
      description:
        'The calls of this site. A session’s cookie needs the Origin header of this site with every change; a token needs none.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-vitrine.session_token' : 'vitrine.session_token',
        },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: failure },
      responses: Object.fromEntries(
        Object.entries(responses).map(([name, [status, description]]) => [
          name,
          // A browser that asks for a page gets one.
          status < 400 ? { description } : { description, content: { ...failed, 'text/html': {} } },
        ]),
      ),
    },
  }
}
