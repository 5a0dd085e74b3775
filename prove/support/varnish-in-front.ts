import { spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { call } from './call.ts'
import { program } from './tools.ts'
import { until } from './until.ts'

/** Keeps for an hour what a shared cache may keep at all, so that what is stale stays stale. */
const configuration = (upstream: number) => `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${upstream}"; }
sub vcl_recv {
  if (req.method == "PURGE") { return (purge); }
  unset req.http.Cookie;
}
sub vcl_backend_response {
  if (beresp.http.Cache-Control ~ "s-maxage" && beresp.status == 200) {
    set beresp.ttl = 1h;
    set beresp.grace = 0s;
  }
}
`

interface Call {
  everything: boolean
  urls: string[]
}

/** Varnish as the CDN of a site, and the small program between that takes signed purges. Both ports are known before they start. */
export const varnishInFront = async (folder: string, { upstream, secret }: { upstream: number; secret: string }) => {
  const varnish = program('varnishd', 'varnish')
  program('gcc')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const calls: Call[] = []
  const refused: string[] = []

  const receiver = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const time = String(request.headers['x-vitrine-timestamp'])
    const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`)
    const given = Buffer.from(String(request.headers['x-vitrine-signature']))
    const isTrue = given.length === wanted.length && timingSafeEqual(given, wanted)
    if (!isTrue || Math.abs(Date.now() / 1000 - Number(time)) > 300) {
      refused.push(body)
      return response.writeHead(403).end()
    }
    const told = JSON.parse(body) as Call
    for (const one of told.urls) await call(one, { method: 'PURGE' })
    calls.push(told)
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port: receiverPort } = receiver.address() as import('node:net').AddressInfo

  return {
    ...{ url, calls, refused },
    purgeUrl: `http://127.0.0.1:${receiverPort}/purge`,
    start: async (): Promise<() => Promise<void>> => {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'site.vcl'), configuration(upstream))
      const files = ['-f', path.join(folder, 'site.vcl'), '-n', path.join(folder, 'work')]
      const options = ['-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,64m']
      const child = spawn(varnish, [...options, ...files], { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const ended = once(child, 'exit')
      const stop = async () => {
        receiver.closeAllConnections()
        receiver.close()
        child.kill('SIGTERM')
        await ended
      }
      const answers = () =>
        call(`${url}/`).then(
          ({ status }) => status === 200,
          () => false,
        )
      if ((await until(answers, 30_000)) !== undefined) return stop
      await stop()
      throw new Error(`Varnish did not come up in front of the site:\n${said}`)
    },
  }
}
