import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { debianProgram } from './debian-program.ts'
import { freePort } from './free-port.ts'

export interface StaticNginx {
  origin: string
  /** What it wrote to its log of errors. */
  said(): string
  stop(): Promise<void>
}

/** nginx on loopback that serves `root` with the settings of `included`, compressed if so wanted; undefined where it cannot be had. */
export const startStaticNginx = async (
  root: string,
  included: string,
  { gzip = false } = {},
): Promise<StaticNginx | undefined> => {
  const program = debianProgram('nginx')
  if (!program) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-static-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // What a package of nginx has in its own settings.
  const types =
    'types { text/html html; text/css css; text/javascript js; image/png png; image/svg+xml svg; text/xml xml; }'
  const server = `server { listen 127.0.0.1:${port}; server_name localhost; root ${root}; include ${included}; }`
  const compression = gzip ? 'gzip on; gzip_types text/css text/javascript image/svg+xml text/xml;' : 'gzip off;'
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    [
      ...['daemon off;', `pid ${folder}/pid;`, 'error_log stderr;', 'events {}', 'http {', 'access_log off;'],
      ...[types, compression, 'default_type application/octet-stream;', ...temporary, server, '}'],
    ].join('\n'),
  )
  // The folders of tests are their owner's alone; a worker of another user could not read them.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  const child = spawn(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), ...user], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk) => (text += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const answers = () => fetch(origin).then(Boolean, () => false)
  for (const deadline = Date.now() + 90_000; !(await answers()); ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`nginx did not start:\n${text}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20)) // until it answers
  }
  return { origin, said: () => text, stop }
}
