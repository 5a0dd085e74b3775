import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isProduct, readSources } from '../scripts/sources.ts'
import type { call as callOfAdmin } from '../src/admin/api/client.ts'
import { inboxCalls } from '../src/model/inbox/stored-message.ts'
import { endpoints } from '../src/server/endpoint/endpoint.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The route table, which a test of the sessions holds to the one of the server. */
const routes = readFileSync(path.join(root, 'src/server/http/routes.snapshot.txt'), 'utf8')
  .split('\n')
  .map((row) => /(GET|POST|PUT|PATCH|DELETE) +(\S+)/.exec(row)?.slice(1).join(' '))

/** Texts in quotes that have `/api/` in them, where they stand; files of that folder and comments left out. */
const textsIn = (layer: string) =>
  [...readSources(root)]
    .filter(([file]) => isProduct(file) && file.startsWith(`src/${layer}/`))
    .flatMap(([file, source]) =>
      [...source.replace(/^ *(?:\/\/|\/?\*).*$/gm, '').matchAll(/(['"`])((?!\.)[^'"`\n]*\/api\/[^'"`\n]*)\1/g)].map(
        ([, , text = '']) => ({ file, text }),
      ),
    )

/** Whether the table has the call; a part that is chosen at run time, such as the type of a file, stands for any. */
const isServed = (name: string) => {
  const parts = name.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${parts.join('[^/]+')}$`)
  return routes.some((route) => route !== undefined && pattern.test(route))
}

it('the admin has no address of the server that is no call of its route table', () => {
  const texts = textsIn('admin')
  expect(texts.length).toBeGreaterThan(100)
  // The page for people, and what the client looks for in the name of a call.
  const others = new Set(['/api/docs', ' /api/auth/'])
  expect(texts.filter(({ text }) => !others.has(text) && !isServed(text))).toEqual([])
})

it('every call of the model has its row in the route table', () => {
  const calls = textsIn('model').filter(({ text }) => /^[A-Z]+ \/api\/\S+$/.test(text))
  expect(calls.length).toBeGreaterThan(130)
  expect(calls.filter(({ text }) => !isServed(text))).toEqual([])
})

it('a wrong path, body or answer is an error when it is compiled, in the admin and in the server', () => {
  const calls = async (call: typeof callOfAdmin) => {
    const body = { status: 'read' } as const
    // @ts-expect-error There is no such path.
    await call('GET /api/message')
    // @ts-expect-error It needs the id of its path.
    await call('GET /api/messages/:id')
    // @ts-expect-error There is no such status.
    await call('PATCH /api/messages/:id', { id: 'a', body: { status: 'lost' } })
    // @ts-expect-error There is no such field.
    await call('PATCH /api/messages/:id', { id: 'a', body: { ...body, colour: 'red' } })
    // @ts-expect-error It names no version that the change was based on.
    await call('PATCH /api/entries/:collection/:id', { collection: 'skills', id: 'a', body: { data: {} } })
    // @ts-expect-error It takes no body.
    await call('GET /api/inbox', { body })
    // @ts-expect-error A number is none of the views.
    await call('GET /api/messages', { query: { view: 1 } })
    const answer = await call('GET /api/messages')
    // @ts-expect-error The answer has messages.
    return answer.entries
  }
  const served = () => [
    // @ts-expect-error There is no such row.
    endpoints(inboxCalls(), { 'GET /api/message': ['Reads a message', () => ({})] }),
    // @ts-expect-error The answer is a number.
    endpoints(inboxCalls(), { 'PATCH /api/messages': ['Changes many messages at once', () => ({ changed: 'all' })] }),
    // @ts-expect-error The path has no such parameter.
    endpoints(inboxCalls(), { 'DELETE /api/messages/:id': ['Moves a message to the trash', ({ name }) => name] }),
  ]
  // The compiler has read them: a line that is right would be an error.
  expect([calls, served]).toHaveLength(2)
})
