import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { type Child, childrenOf, startChild, untilAnswers } from '../child.ts'

// What nginx writes itself, or what belongs to the connection.
const ownHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
])

/** nginx with one worker that serves `body` with `headers` at `/page`, tuned as for a benchmark, on one core. */
export const startNginx = async (body: Buffer, headers: Headers, core: number) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-nginx-'))
  await writeFile(path.join(folder, 'page'), body)
  const port = await freePort()
  const added = [...headers]
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}" always;`)
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; multi_accept on; }
http {
  access_log off; server_tokens off; etag on; gzip off;
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 60s; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port} backlog=1024 reuseport;
    root ${folder};
    types { }
    default_type "${headers.get('content-type') ?? 'text/html'}";
    ${added.join('\n    ')}
  }
}
`,
  )
  const child = startChild('taskset', ['-c', String(core), 'nginx', '-p', folder, '-c', 'nginx.conf'])
  const url = `http://127.0.0.1:${port}/page`
  await untilAnswers(url, child)
  const worker = childrenOf(child.pid)[0] ?? child.pid
  const stop = async () => {
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, pid: worker, stop } satisfies Pick<Child, 'pid' | 'stop'> & { url: string }
}
