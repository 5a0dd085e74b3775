import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OwnedProduct } from './owned-product.ts'

type Json = Record<string, unknown>

interface StoredEntry {
  collection: string
  data: Json
}

/** Everything a site holds, as its owner and its visitors see it. */
export interface WholeSite {
  /** By id, also those in the trash. */
  entries: Map<string, StoredEntry>
  settings: Json
  /** Texts of messages, sorted. */
  messages: string[]
  /** Number of rows of the history. */
  changes: number
  /** SHA-256 of each file that Media and the page name, by path. */
  files: Map<string, string>
  /** Text of the page and of the pages of its projects. */
  text: string
}

const readAll = async (product: OwnedProduct, path: string, list: string): Promise<Json[]> => {
  const rows: Json[] = []
  let cursor = ''
  do {
    const { status, json, text } = await product.own('GET', path + cursor)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    rows.push(...json[list])
    cursor = json.next ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(json.next)}` : ''
  } while (cursor)
  return rows
}

const plain = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

/** Names of the collections in the content of a site: lists of what has an order. */
export const collectionsIn = (content: Json): string[] =>
  Object.keys(content).filter((name) => Array.isArray(content[name]) && 'order' in (content[name][0] ?? {}))

/** Reads a site through its routes, which are the same in every version. */
export const readWholeSite = async (product: OwnedProduct): Promise<WholeSite> => {
  const { json: content } = await product.ask('/api/content')
  const entries = new Map<string, StoredEntry>()
  for (const collection of collectionsIn(content))
    for (const query of ['', '&trash=1'])
      for (const { id, data } of await readAll(product, `/api/entries/${collection}?limit=50${query}`, 'entries'))
        entries.set(`${id}`, { collection, data: data as Json })

  const slugs: string[] = content.projects.map(({ slug }: Json) => slug)
  const html = (
    await Promise.all(['/', ...slugs.map((slug) => `/projects/${slug}`)].map((path) => product.ask(path)))
  ).map(({ text }) => text)
  const media = await readAll(product, '/api/media?limit=50', 'media')
  const named = `${JSON.stringify(media)} ${html.join(' ')}`.matchAll(/\/media\/[\w.-]+/g)
  const files = new Map<string, string>()
  for (const path of new Set([...named].map(([path]) => path))) {
    // As the owner: a visitor gets only what is shown.
    const { status, body } = await product.own('GET', path)
    files.set(path, status === 200 ? createHash('sha256').update(body).digest('hex') : `${status}`)
  }
  return {
    entries,
    settings: (await product.own('GET', '/api/settings')).json,
    messages: (await readAll(product, '/api/messages?limit=50', 'messages')).map(({ message }) => `${message}`).sort(),
    changes: (await readAll(product, '/api/changes?limit=50', 'changes')).length,
    files,
    text: html.map(plain).join('\n'),
  }
}

/** All texts in a value, however deep. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (value && typeof value === 'object') for (const part of Object.values(value)) yield* textsIn(part)
}

/** Parts of a site that are not in the same site as a later version shows it. */
export const missingFrom = (later: WholeSite, before: WholeSite): string[] => {
  const missing: string[] = []
  const compare = (where: string, was: Json, is: Json | undefined) => {
    if (!is) return missing.push(where)
    const texts = new Set(textsIn(is))
    for (const [field, value] of Object.entries(was)) {
      if (isDeepStrictEqual(is[field], value)) continue
      // A field may have become another one; its texts are still there.
      for (const text of textsIn(value)) if (!texts.has(text)) missing.push(`${where}.${field}: ${text.slice(0, 60)}`)
      if (typeof value === 'number' || typeof value === 'boolean') missing.push(`${where}.${field}: ${value}`)
    }
  }
  for (const [id, { collection, data }] of before.entries)
    compare(`${collection}/${id}`, data, later.entries.get(id)?.data)
  // Migration 028 made the accent that was everybody's first the theme's own, which is the same colour.
  const accent = before.settings.accent === 'vermilion' ? '' : before.settings.accent
  compare('settings', { ...before.settings, accent }, later.settings)
  if (!isDeepStrictEqual(later.messages, before.messages)) missing.push(`messages: ${later.messages.length}`)
  if (later.changes < before.changes) missing.push(`changes: ${later.changes} of ${before.changes}`)
  for (const [path, digest] of before.files)
    if (later.files.get(path) !== digest) missing.push(`${path}: ${later.files.get(path)}`)
  for (const { data } of before.entries.values())
    for (const text of textsIn(data))
      for (const line of text.split('\n').map((one) => one.trim()))
        if (line.length > 2 && before.text.includes(line) && !later.text.includes(line))
          missing.push(`on the page: ${line.slice(0, 60)}`)
  return missing
}
