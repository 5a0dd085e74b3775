import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { type Child, childrenOf, startChild, untilAnswers } from '../child.ts'

export interface ReverseProxy extends Pick<Child, 'stop'> {
  url: string
  /** Of its worker. */
  pid: number
}

/** nginx with one worker on one core in front of servers of Vitrine, which share the visits; with `cached` it keeps pages for a second and files as long as they say. */
export const startProxy = async (
  ports: readonly number[],
  { core, cached = false }: { core: number; cached?: boolean },
): Promise<ReverseProxy> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-proxy-'))
  const port = await freePort()
  const cache = `proxy_cache vitrine; proxy_cache_valid 200 1s; proxy_cache_use_stale updating error timeout; proxy_cache_lock on;
      proxy_ignore_headers Vary; proxy_cache_key $uri$http_accept_encoding;`
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; multi_accept on; }
http {
  access_log off; keepalive_timeout 60s; keepalive_requests 1000000000; gzip off; tcp_nodelay on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=vitrine:10m use_temp_path=off;
  upstream vitrine { ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / {
      proxy_pass http://vitrine; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
      ${cached ? cache : ''}
    }
  }
}
`,
  )
  const child = startChild('taskset', ['-c', String(core), 'nginx', '-p', folder, '-c', 'nginx.conf'])
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/healthz`, child)
  // A cache has a loader and a manager beside the worker; the worker is forked first.
  return {
    url,
    pid: childrenOf(child.pid)[0] ?? child.pid,
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
