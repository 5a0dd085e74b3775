import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { clientBuild } from './client-build.ts'
import {
  type FixtureContent,
  fixtureInlineStyle,
  fixturePage,
  fixtureProjectPage,
  fixtureStyles,
} from './fixture-page.ts'

/** A message as it reached the server. */
export interface PostedMessage {
  fields: Record<string, string>
  key: string | undefined
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** The fixture page served with the built scripts under the product's Content-Security-Policy. */
export interface FixtureSite {
  url: string
  /** The boot script's address. */
  boot: string
  content: FixtureContent
  /** Answers in place of the page that a path has; delete it to have that back. */
  answers: Map<string, Answer>
  /** What was posted to /api/messages, oldest first. */
  posted: PostedMessage[]
  /** Paths asked for, oldest first. */
  asked: string[]
  sizes(): Record<string, number>
  /** Closes the port, as during an update; what it returns opens it again. */
  away(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

const inlineHash = createHash('sha256').update(fixtureInlineStyle).digest('base64')
const policyOf = (path: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'${path.startsWith('/projects/') ? ` 'sha256-${inlineHash}'` : ''}; img-src 'self' data:; connect-src 'self'; form-action 'self'`

const body = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Starts it on a free loopback port. */
export const startFixtureSite = async (): Promise<FixtureSite> => {
  const client = clientBuild()
  const content: FixtureContent = { testimonials: 7, headlines: ['I build.', 'Cafe\u0301 👩‍💻!'], moreProjects: 0 }
  const answers: FixtureSite['answers'] = new Map()
  const posted: PostedMessage[] = []
  const asked: string[] = []

  const page = (path: string): string | undefined => {
    const [, first = '', slug = ''] = path.split('/')
    if (first === 'projects') return fixtureProjectPage(client.boot, slug)
    if (['', 'all', 'design', 'brand', 'photos'].includes(first) && !slug)
      return fixturePage(client.boot, first || 'all', content)
    return undefined
  }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    const send = (type: string, value: string | Buffer | undefined) => {
      response.writeHead(value === undefined ? 404 : 200, {
        'content-type': type,
        'content-security-policy': policyOf(path),
      })
      response.end(value)
    }
    if (request.method === 'POST') {
      posted.push({
        fields: Object.fromEntries(new URLSearchParams(await body(request))),
        key: request.headers['idempotency-key']?.toString(),
      })
    }
    const answer = answers.get(path)
    if (answer) return answer(request, response)
    if (request.method === 'POST') {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}')
    } else if (path === '/fixture.css') send('text/css', fixtureStyles)
    else if (path === '/image.svg')
      send(
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#345"/></svg>',
      )
    else if (path.startsWith('/assets/')) send('text/javascript', client.read(path))
    else send('text/html; charset=utf-8', page(path))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The fixture has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    boot: client.boot,
    content,
    answers,
    posted,
    asked,
    sizes: client.sizes,
    async away() {
      await close()
      return () => listen(address.port)
    },
    stop: close,
  }
}
