import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { accountSchema, apiTokenSchema, sessionSchema } from '../../model/accounts/account.ts'
import { invitationSchema } from '../../model/accounts/invitation.ts'
import { connectionsSchema } from '../../model/connections/connection.ts'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import {
  bulkAnswerSchema,
  bulkChangeSchema,
  entrySchema,
  entryTitlesSchema,
  scheduleSchema,
  scheduleTimesSchema,
} from '../../model/content/entry.ts'
import { cvVariantPatchSchema, cvVariantSchema, newCvVariantSchema } from '../../model/cv/variant.ts'
import { cvStatusSchema } from '../../model/cv/variant-facts.ts'
import { healthFindingSchema } from '../../model/health/health.ts'
import { deliverySchema, mailStateSchema } from '../../model/inbox/delivery.ts'
import { messageSchema } from '../../model/inbox/message.ts'
import { spamDryRunSchema } from '../../model/inbox/spam-dry-run.ts'
import { spamReasonSchema, spamRulesSchema } from '../../model/inbox/spam-rules.ts'
import { inboxMessageSchema, messageChangeSchema } from '../../model/inbox/stored-message.ts'
import { namedChangeSchema } from '../../model/journal/change.ts'
import { mediaItemSchema, mediaUseSchema } from '../../model/media/media-item.ts'
import { shareLinkSchema } from '../../model/publishing/share-link.ts'
import { settingsSchema } from '../../model/settings/settings.ts'
import { sessionCookie } from '../accounts/sessions.ts'
import type { Operation, Route } from '../endpoint/endpoint.ts'

type Json = Record<string, unknown>

/** What the description adds to the schemas: names, and that a field is on its way out. */
const notes = z.registry<{ id?: string; deprecated?: true; description?: string }>()

const names = {
  Account: accountSchema,
  BulkChange: bulkChangeSchema,
  BulkChangeResult: bulkAnswerSchema,
  Change: namedChangeSchema,
  Connections: connectionsSchema,
  CvStatus: cvStatusSchema,
  CvVariant: cvVariantSchema,
  CvVariantPatch: cvVariantPatchSchema,
  Delivery: deliverySchema,
  EntryTitles: entryTitlesSchema,
  Finding: healthFindingSchema,
  Invitation: invitationSchema,
  MailState: mailStateSchema,
  MediaItem: mediaItemSchema,
  MediaUse: mediaUseSchema,
  Message: inboxMessageSchema,
  MessageChange: messageChangeSchema,
  NewCvVariant: newCvVariantSchema,
  NewMessage: messageSchema,
  Schedule: scheduleSchema,
  ScheduleTimes: scheduleTimesSchema,
  Session: sessionSchema,
  Settings: settingsSchema,
  ShareLink: shareLinkSchema,
  SpamDryRun: spamDryRunSchema,
  SpamReason: spamReasonSchema,
  SpamRules: spamRulesSchema,
  Token: apiTokenSchema,
}
for (const [id, schema] of Object.entries(names)) notes.add(schema, { id })

for (const { aliases = {} } of Object.values(collections) as unknown as Collection[])
  for (const { of, schema } of Object.values(aliases))
    notes.add(schema, { deprecated: true, description: `The former form of ${of}. Gone at version 2.` })

/** The schemas' own descriptions with these notes. */
const metadata = {
  get: (schema: z.ZodType) => ({ ...z.globalRegistry.get(schema), ...notes.get(schema) }),
} as unknown as typeof z.globalRegistry

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Makes JSON schemas. What has a name is gathered in `components`. */
const createSchemas = () => {
  const components: Record<string, Json> = {}
  const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata }))
    const { $schema: _, $defs = {}, ...rest } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
    for (const [name, json] of Object.entries($defs as Record<string, Json>)) {
      components[name] ??= json
      if (!isDeepStrictEqual(components[name], json))
        throw new Error(`${name} is taken in another form than it is given: the two need a name each.`)
    }
    return rest
  }
  return { components, jsonSchema }
}
type JsonSchema = ReturnType<typeof createSchemas>['jsonSchema']

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

const parameters = (path: string, { query, versioned }: Operation, jsonSchema: JsonSchema) => {
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

const describe = ({ who, method, path, handle, elsewhere }: Route, operation: Operation, jsonSchema: JsonSchema) => {
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
    operationId: operationId(method, path),
    summary,
    tags: [path.split('/')[2] ?? 'site'],
    security: security[who],
    parameters: parameters(path, operation, jsonSchema),
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

const pascal = (words: string) =>
  words.replace(/(?:^|[^A-Za-z0-9]+)(\w?)/g, (_, letter: string) => letter.toUpperCase())

/** The schemas of a collection's calls, with their names: such as `Project`, `NewProject`, `ProjectPatch`. */
const schemasOf = (name: CollectionName) => {
  const { schema, patch, label } = collections[name]
  const one = pascal(label.one)
  const entry = entrySchema(storedData(collections[name] as unknown as Collection))
  notes.add(entry, { id: one })
  notes.add(schema, { id: `New${one}` })
  notes.add(patch, { id: `${one}Patch` })
  return { entry, schema: schema as z.ZodType, patch: patch as z.ZodType }
}
const byCollection = Object.fromEntries(collectionNames.map((name) => [name, schemasOf(name)]))

const forCollection = (operation: Operation, name: CollectionName): Operation => {
  const { entry, schema, patch } = byCollection[name] as ReturnType<typeof schemasOf>
  const { body, answer } = operation
  const takesData = body instanceof z.ZodObject && 'data' in body.shape
  const list = answer instanceof z.ZodObject && 'entries' in answer.shape
  const one = answer instanceof z.ZodObject && 'data' in answer.shape
  return {
    ...operation,
    summary: `${operation.summary} (${collections[name].label.many})`,
    ...(takesData ? { body: withData(body, operation.versioned === 'must' ? patch : schema, patch) } : {}),
    ...(list ? { answer: answer.safeExtend({ entries: z.array(entry) }) } : one ? { answer: entry } : {}),
  }
}

/** Last parts of paths that stand for an act, and its verb. */
const verbs: Readonly<Record<string, string>> = {
  'POST batches': 'createDraftsOf',
  'POST completions': 'complete',
  'POST copies': 'copy',
  'POST discards': 'discardDrafts',
  'DELETE draft': 'discardDraftOf',
  'POST dry-runs': 'dryRun',
  'POST erasures': 'erase',
  'POST lookups': 'lookUp',
  'POST preview': 'preview',
  'POST publication': 'publish',
  'DELETE publication': 'unpublish',
  'POST publications': 'publishDrafts',
  'POST removals': 'remove',
  'POST restoration': 'restore',
  'POST restorations': 'restore',
  'POST retries': 'retry',
  'POST tests': 'test',
  'POST undo': 'undo',
}
const methodVerbs = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' } as const
const singulars: Readonly<Record<string, string>> = {
  media: 'media-item',
  people: 'person',
  ...Object.fromEntries(collectionNames.map((name) => [name, collections[name].label.one])),
}
const singular = (noun: string) => singulars[noun] ?? noun.replace(/ies$/, 'y').replace(/s$/, '')
/** Plural nouns that name one thing. */
const single: ReadonlySet<string> = new Set([
  ...['connections', 'entry-titles', 'settings', 'sign-in-methods', 'sign-in-options', 'spam-rules'],
])
const isPlural = (noun: string) => noun in singulars || (noun.endsWith('s') && !single.has(noun))
/** Of About, there is one word for one entry and for all. */
const plural = (noun: string) => (singular(noun).toLowerCase() === noun && noun in singulars ? `${noun}-entries` : noun)

/** Name of a call for generated clients, made from its method and path: `listProjects`, `publishPage`, `createMessageReply`. */
const operationId = (method: Route['method'], path: string): string => {
  const parts = path.split('/').filter((part) => !['', 'api', 'entries'].includes(part))
  if (parts[0] === 'auth') return pascal(parts.slice(1).join('-')).replace(/^./, (first) => first.toLowerCase())
  const last = parts.at(-1) ?? ''
  const act = verbs[`${method} ${last}`]
  const subject = act ? parts.slice(0, -1) : parts
  const isOne = (at: number) =>
    subject[at + 1]?.startsWith(':') || (!act && method === 'POST' && at === subject.length - 1)
  const words = subject.flatMap((part, at) => (part.startsWith(':') ? [] : [isOne(at) ? singular(part) : plural(part)]))
  const verb = act ?? (method === 'GET' && isPlural(last) ? 'list' : methodVerbs[method])
  return verb + pascal(words.join('-'))
}

/** OpenAPI 3.1 description of the route table, made from the schemas that check the calls. */
export const openapi = (table: readonly Route[], publicUrl: string): Json => {
  const paths: Record<string, Json> = {}
  const { components, jsonSchema } = createSchemas()
  const add = (route: Route, operation: Operation) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation, jsonSchema) }
  }
  for (const route of table) {
    const { operation } = route
    if (!operation) continue
    if (!route.path.includes(':collection')) add(route, operation)
    else
      for (const name of collectionNames)
        add({ ...route, path: route.path.replace(':collection', name) }, forCollection(operation, name))
  }
  const problem = {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      current: {},
    },
  }
  const failed = content(reference('Problem'))
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
          name: sessionCookie(publicUrl),
        },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ...components, Problem: problem },
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
