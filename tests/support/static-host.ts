import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
}

export interface StaticHost {
  origin: string
  close(): void
}

/**
 * Serves a folder below a path as any static host does, GitHub Pages among them: files by their names, index.html for folders, after a
 * redirect to the slash, and 404.html. Nothing is served outside the path.
 */
export const startStaticHost = async (folder: string, base = ''): Promise<StaticHost> => {
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const inside = pathname === base || pathname.startsWith(`${base}/`)
    const place = inside ? path.join(folder, decodeURIComponent(pathname.slice(base.length))) : ''
    const isFolder = inside && existsSync(place) && statSync(place).isDirectory()
    if (isFolder && !pathname.endsWith('/')) {
      response.writeHead(301, { location: `${pathname}/` }).end()
      return
    }
    const file = isFolder ? path.join(place, 'index.html') : place
    const found = inside && existsSync(file)
    if (!found && !inside) {
      response.writeHead(404).end()
      return
    }
    const served = found ? file : path.join(folder, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': types[path.extname(served)] ?? 'application/octet-stream' })
    response.end(readFileSync(served))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    close: () => {
      host.close()
      host.closeAllConnections()
    },
  }
}
