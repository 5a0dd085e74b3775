import { escapeHtml } from '../../model/escape-html.ts'
import type { Route } from '../endpoint/endpoint.ts'
import type { Config } from '../process/config.ts'
import { pageCaching, type SecurityHeaders } from '../snapshots/security-headers.ts'
import { type OnDemand, onDemand } from '../snapshots/shelf.ts'
import { compressWhole, createSnapshot, entityTag } from '../snapshots/snapshots.ts'

type Json = Record<string, unknown>

interface Described {
  summary: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; description?: string }[]
  requestBody?: { content: Json }
  responses: Record<string, { content?: Json; $ref?: string }>
}

/** The policy of the page names its hash. */
const docsStyle = `
:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem 6rem}
h1{line-height:1.1}h2{margin-top:3rem;border-bottom:1px solid}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{overflow:auto;padding:1rem;border:1px solid;border-radius:.25rem}
details{border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.5rem 0}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
summary b{min-width:4rem}summary span{flex:1 1 16rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
`

/** JSON, in which the names of schemas lead to them. */
const pre = (value: unknown) => {
  const text = escapeHtml(JSON.stringify(value, undefined, 2))
  const linked = text.replace(/#\/components\/schemas\/(\w+)/g, (way, name) => `<a href="#schema-${name}">${way}</a>`)
  return `<pre tabindex="0">${linked}</pre>`
}

const callers = (security: object[]) => {
  const kinds = security.flatMap((one) => Object.keys(one))
  return kinds.length === 0 ? 'Anyone.' : `With a ${kinds.join(' or a ')}.`
}

const schemaIn = (content: Json | undefined) => Object.values(content ?? {}).map((kind) => (kind as Json).schema)[0]

const operation = (
  method: string,
  path: string,
  { summary, security, parameters, requestBody, responses }: Described,
) => {
  const named = parameters.filter((parameter) => parameter.in !== 'path')
  const [status, done] = Object.entries(responses)[0] ?? []
  const refused = Object.keys(responses).filter((code) => code !== status)
  const answer = schemaIn(done?.content)
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<p>${callers(security)}</p>
${named.map(({ name, in: place, required }) => `<p><code>${escapeHtml(name)}</code> in the ${place}${required ? ', required' : ''}</p>`).join('')}
${requestBody ? `<p>Takes</p>${pre(schemaIn(requestBody.content))}` : ''}
<p>Answers ${status}${refused.length > 0 ? `, or ${refused.join(', ')}` : ''}</p>${answer ? pre(answer) : ''}</details>`
}

/** A page without scripts or anything from elsewhere. */
const docsPage = (description: Json): string => {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(description.paths as Record<string, Record<string, Described>>))
    for (const [method, described] of Object.entries(methods)) {
      const tag = described.tags[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), operation(method, path, described)])
    }
  const { schemas } = description.components as { schemas: Record<string, Json> }
  groups.set(
    'schemas',
    Object.entries(schemas).map(
      ([name, schema]) =>
        `<details id="schema-${name}"><summary><code>${name}</code></summary>${pre(schema)}</details>`,
    ),
  )
  const tags = [...groups.keys()]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of this site</title><style>${docsStyle}</style></head><body><main><h1>The API of this site</h1>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1. Scripts send <code>Authorization: Bearer</code> and a token,
which the owner makes under User.</p>
<nav aria-label="Parts"><ul>${tags.map((tag) => `<li><a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav>
${tags.map((tag) => `<section aria-labelledby="${escapeHtml(tag)}"><h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${groups.get(tag)?.join('')}</section>`).join('')}
</main></body></html>`
}

export const createDocuments = (
  { config, security }: { config: Config; security: SecurityHeaders },
  table: readonly Route[],
): OnDemand => {
  let described: Promise<Json> | undefined
  // Its schemas are built when somebody asks.
  const description = () =>
    (described ??= import('./openapi.ts').then(({ openapi }) => openapi(table, config.publicUrl)))
  const snapshotOf = async (text: string, type: string, styles: string[] = []) => {
    const headers = ['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding', ...security(styles)]
    const etag = entityTag(text, ...headers)
    return createSnapshot({ status: 200, type, bodies: await compressWhole(Buffer.from(text)), etag, headers })
  }
  return onDemand(
    new Map([
      ['/api/openapi.json', async () => snapshotOf(JSON.stringify(await description()), 'application/json')],
      ['/api/docs', async () => snapshotOf(docsPage(await description()), 'text/html; charset=utf-8', [docsStyle])],
    ]),
  )
}
