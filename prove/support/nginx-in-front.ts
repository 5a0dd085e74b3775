import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { call } from './call.ts'
import { program } from './tools.ts'
import { until } from './until.ts'

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configuration = (folder: string, port: number, ports: readonly number[]) => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream vitrine {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vitrine;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout http_502 http_503;
    }
  }
}
`

/** nginx in front of processes of the same site: what one does not answer, another is asked for. Its port is known before it starts. */
export const nginxInFront = async (folder: string, ports: readonly number[]) => {
  const nginx = program('nginx')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    start: async (): Promise<() => Promise<void>> => {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port, ports))
      const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] })
      const ended = once(child, 'exit')
      const answers = () =>
        call(`${url}/`).then(
          ({ status }) => status === 200,
          () => false,
        )
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      if ((await until(answers, 10_000)) !== undefined) return stop
      await stop()
      throw new Error('nginx did not come up in front of the site.')
    },
  }
}
