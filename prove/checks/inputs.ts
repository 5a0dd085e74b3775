import { createDocumentation } from '../../tests/support/documented-answer.ts'
import type { Check, Context } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { inputFor, operationsOf, strayInput } from '../support/generated-input.ts'
import { type OwnedProduct, person, startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'

const leaks =
  /(?:\bat .+\.[jt]s:\d+|node_modules|SQLITE_|\bSQLite\b|syntax error at or near|\/tmp\/|\/dist\/server|\bselect .+ from\b)/
const besides = 8

/** Who may undo themselves by what they call: the owner stays out of these. */
const ofOneself = (path: string) => /^\/api\/(?:auth|sessions|owner-claims|users)/.test(path)
/** Hashing a password takes its time; these come seldom. */
const slow = (path: string) => /sign-(?:in|up)\/email|password|two-factor/.test(path)

/** Sends so many generated inputs to a running product; tells what was wrong with the answers. */
const throwAt = async (product: OwnedProduct, count: number, { random }: Pick<Context, 'random'>) => {
  const description = await product.ask('/api/openapi.json')
  const operations = operationsOf(description.json)
  const { problemWith } = createDocumentation(description.text)
  const undocumented = new Map<string, string>()
  const lists = await Promise.all(
    ['/api/entries/projects', '/api/entries/skills', '/api/media', '/api/messages', '/api/users', '/api/changes'].map(
      (path) => product.own('GET', path),
    ),
  )
  const ids = lists
    .flatMap(({ json }) => Object.values(json ?? {}).flat())
    .flatMap((item) => (item && typeof item === 'object' && 'id' in item ? [String(item.id)] : []))
  const member = async () => {
    const name = `Mia${random.below(1e9)}`
    await product.register(name)
    return product.signIn(person(name).email)
  }
  let memberCookie = await member()
  const failed: string[] = []
  const statuses = new Map<number, number>()
  const called = new Set<string>()
  let sent = 0
  const sender = async () => {
    while (sent < count) {
      sent += 1
      const stray = random.chance(0.1)
      let operation = random.pick(operations)
      while (slow(operation.path) && !random.chance(0.05)) operation = random.pick(operations)
      const input = stray ? strayInput(random) : inputFor(operation, ids.filter(Boolean), random)
      const cookie = random.chance(0.1) ? undefined : ofOneself(operation.path) ? memberCookie : product.cookie
      const headers = { origin: product.url, ...(cookie ? { cookie } : {}), ...input.headers }
      const answer = await product
        .ask(input.path, { method: input.method, headers, body: input.body })
        .catch((error: Error) => error)
      const told = () => `${input.method} ${input.path.slice(0, 120)} ${String(input.body ?? '').slice(0, 160)}`
      if (answer instanceof Error) failed.push(`${told()}: ${answer.message}`)
      else {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status === 201 && typeof answer.json?.id === 'string') ids[random.below(60)] = answer.json.id
        if (!stray && answer.status < 400) called.add(`${operation.method} ${operation.path}`)
        const { status, headers: given, json, text } = answer
        const body = given['content-type']?.includes('json') ? json : text
        const problem = problemWith({
          method: input.method,
          path: input.path,
          status,
          type: given['content-type'],
          body,
        })
        if (problem) undocumented.set(problem, told())
        if (answer.status >= 500) failed.push(`${told()}: ${answer.status} ${answer.text.slice(0, 200)}`)
        // A page may speak of such things; an error may not.
        else if (answer.status >= 400 && leaks.test(answer.text))
          failed.push(`${told()}: tells ${leaks.exec(answer.text)?.[0]}`)
        if (answer.status === 401 && cookie === memberCookie && cookie !== undefined) memberCookie = await member()
      }
    }
  }
  await Promise.all(Array.from({ length: besides }, sender))
  return { operations: operations.length, called, statuses, failed, undocumented: [...undocumented], sent }
}

/** Whether whatever is sent is answered in order. */
export const scanInputs = async (product: OwnedProduct, count: number, context: Pick<Context, 'random'>) => {
  for (let n = 0; n < 3; n += 1) {
    await product.own('POST', '/api/entries/skills', { data: { name: `Skill ${n}`, percent: n } })
    const message = { user_name: 'A', user_email: 'a@b.example', message: 'Hello' }
    await product.ask('/api/messages', { method: 'POST', body: message })
  }
  const { sent, failed, undocumented, operations, called } = await throwAt(product, count, context)
  const faults = product
    .said()
    .split('\n')
    .filter((line) => line.includes('A request failed'))
  return [
    atLeast('inputs', sent, count),
    atLeast('kinds of calls', operations, 60),
    atLeast('kinds of calls that went through at least once', called.size, Math.floor(operations * 0.25)),
    none('answers with 5xx, none at all, or telling too much', failed),
    none('answers that are not as /api/openapi.json describes them', undocumented),
    none('faults in the log', faults),
  ]
}

/** Calls of every kind to every route. */
export const inputs: Check = {
  name: 'inputs',
  kind: 'threat',
  quick: true,
  promise:
    'Any input to any route, by any caller, is answered as the API is described, and never with an internal error. No error reveals a stack, a query or a path.',
  run: async ({ times, random }) => {
    const product = await startOwned()
    try {
      const figures = await scanInputs(product, times(20_000, 3000), { random })
      const page = await product.ask('/')
      return [
        ...figures,
        none('flaws of the stored data', flawsIn(product.dataDir)),
        none('pages missing afterwards', page.status === 200 ? [] : [page.status]),
      ]
    } finally {
      await product.stop()
    }
  },
}
