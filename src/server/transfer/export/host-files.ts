import type { Page } from '../../../model/publishing/page.ts'
import { type Header, type HostRules, hostRules } from './host-rules.ts'
import { nginxConfig } from './nginx-config.ts'
import type { StaticFile } from './static-file.ts'

/** `_headers`, as Netlify and Cloudflare Pages read it: a path, and below it its headers. Several rules that match add up. */
const headersFile = ({ base, headers, immutable: { paths, caching }, types }: HostRules): string => {
  const rule = (path: string, own: readonly Header[]) =>
    [base + path, ...own.map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  return `${[
    rule('/*', headers),
    ...paths.map((path) => rule(`${path}*`, [['Cache-Control', caching]])),
    ...types.map(({ path, type }) => rule(path, [['Content-Type', type]])),
  ].join('\n\n')}\n`
}

/** `_redirects`, as both read it. Cloudflare Pages follows these; Netlify only where no file has the path. */
const redirectsFile = ({ base, redirects }: HostRules): string =>
  redirects.map(({ from, to }) => `${base}${from} ${base}${to} 301\n`).join('')

/** Settings for the hosts that read them from the folder, and for nginx. */
export function* hostFiles(pages: readonly Page[], security: readonly string[], base: string): Generator<StaticFile> {
  const rules = hostRules(pages, security, base)
  yield { name: '_headers', bytes: Buffer.from(headersFile(rules)) }
  yield { name: '_redirects', bytes: Buffer.from(redirectsFile(rules)) }
  yield { name: 'nginx.conf', bytes: Buffer.from(nginxConfig(rules)) }
  // GitHub Pages would leave out names that begin with `_`.
  yield { name: '.nojekyll', bytes: Buffer.alloc(0) }
}
