import type { Header, HostRules } from './host-rules.ts'

const quoted = (text: string) => `"${text.replace(/["\\$]/g, '\\$&')}"`

const ownFiles = ['nginx.conf', '_headers', '_redirects', '.nojekyll', '.vitrine-export.json']

/**
 * Locations for the `server` block of an nginx whose `root` has the exported folder at the base. A location with a header of its own
 * inherits none, so each has them all.
 */
export const nginxConfig = ({ base, headers, immutable: { paths, caching }, types, redirects }: HostRules): string => {
  const location = (match: string, ...lines: string[]) =>
    [`location ${match} {`, ...lines.map((line) => `    ${line}`), '}', ''].join('\n')
  const all = (own: readonly Header[] = []) =>
    [...headers, ...own].map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
  const notFound = `error_page 404 ${base}/404.html;`
  const fixed = (type: string) => [
    notFound,
    'types { }',
    `default_type ${quoted(type)};`,
    ...all(),
    'try_files $uri =404;',
  ]
  return [
    `# Written by vitrine export. In a server block: root, then include this file.`,
    base === ''
      ? '# The root is the folder of this file.'
      : `# The root is the folder in which this folder is ${base.slice(1)}.`,
    'absolute_redirect off;',
    '',
    ...(base === '' ? [] : [location(`= ${base}`, `return 301 ${base}/;`)]),
    ...ownFiles.map((name) => location(`= ${base}/${name}`, notFound, 'return 404;')),
    ...redirects.map(({ from, to }) =>
      location(`= ${quoted(base + decodeURI(from))}`, `return 308 ${quoted(base + to)};`),
    ),
    ...types.map(({ path, type }) => location(`= ${base}${path}`, ...fixed(type))),
    location(`~ ^${base.replaceAll('.', '\\.')}/.*\\.md$`, ...fixed('text/markdown; charset=utf-8')),
    ...paths.map((path) =>
      location(`^~ ${base}${path}`, notFound, ...all([['Cache-Control', caching]]), 'try_files $uri =404;'),
    ),
    location(
      `${base}/`,
      '# An address has no slash at its end.',
      `rewrite ^(${base}/.+)/$ $1 permanent;`,
      notFound,
      ...all([['Cache-Control', 'no-cache']]),
      'try_files $uri $uri/index.html =404;',
    ),
  ].join('\n')
}
