import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources, testFileWith } from '../scripts/sources.ts'
import { layoutNames, layoutOptions } from '../src/model/themes/layouts.ts'
import { themeFileSchema } from '../src/model/themes/theme.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
// Also what is not committed yet, but nothing that git ignores.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)))
const documents = files.filter((file) => /^(?:[^/]+|docs\/.+)\.md$/.test(file))
const sources = files.filter((file) => /\.(?:tsx?|js|css|html|yml|json)$/.test(file) && !/package-lock/.test(file))

/** What a pattern finds outside of code blocks, with its document. A decision tells of its day, and names what stood then. */
const textsLike = (pattern: RegExp) =>
  documents
    .filter((document) => !document.startsWith('docs/decisions/'))
    .flatMap((document) =>
      [
        ...read(document)
          .replaceAll(/^```[\s\S]*?^```/gm, '')
          .matchAll(pattern),
      ].map(([, text]) => ({ document, text: (text as string).replaceAll('\\|', '|') })),
    )
const named = textsLike(/`([^`\n]+)`/g)
const wrong = (pattern: RegExp, exists: (text: string, match: RegExpExecArray) => boolean) => {
  const matching = named.flatMap(({ document, text }) => {
    const match = pattern.exec(text)
    return match ? [{ document, text, exists: exists(text, match) }] : []
  })
  expect(matching.length).toBeGreaterThan(3)
  return matching.filter((one) => !one.exists).map(({ document, text }) => `${document}: ${text}`)
}

describe('The documents', () => {
  it('link to files that exist', () => {
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)\s#]+)/g)]
        .map(([, target]) => target as string)
        // GitHub's own pages, beside the repository's files.
        .filter((target) => !/^[a-z]+:|^\/|^\.\.\/\.\.\/security\//.test(target))
        .map((target) => ({ document, target })),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(
      links.filter(({ document, target }) => !existsSync(path.join(root, path.dirname(document), target))),
    ).toEqual([])
  })

  it('name files and folders of the source that exist', () => {
    const layers = readdirSync(path.join(root, 'src'))
    const isPath = new RegExp(
      `^(?:src|tests|prove|bench|scripts|samples|security|docs|\\.ci|${layers.join('|')})/[\\w./*-]*$`,
    )
    const exists = (text: string) => {
      const [plain = ''] = text.split('*')
      return [plain, `src/${plain}`].some((file) => existsSync(path.join(root, file)))
    }
    expect(wrong(isPath, exists)).toEqual([])
    const names = new Set(files.map((file) => path.basename(file)))
    expect(wrong(/^[\w.-]+\.(?:tsx?|js|css)$/, (text) => names.has(text))).toEqual([])
  })

  it('name modules by their noun or by what they export, and tests by their title, since files move', () => {
    const inNoun = (file: string) => /^(?:src\/)?(?:model|server|site|admin)\/[\w-]+\/./.test(file)
    // Every theme has files of these names.
    const ofTheme = /^src\/site\/themes\/[\w-]+\//
    const moving = new Set(
      files.filter((file) => inNoun(file) && !ofTheme.test(file)).map((file) => path.basename(file)),
    )
    const isFile = ({ text }: { text: string }) => inNoun(text) || (/\.(?:tsx?|css)$/.test(text) && moving.has(text))
    expect(named.filter(isFile)).toEqual([])
    const tested = readSources(root)
    const titles = textsLike(/\bthe test “([^”]+)”/g)
    expect(titles.length).toBeGreaterThan(20)
    for (const { text } of titles) expect(testFileWith(tested, text)).toBeDefined()
  })

  it('have each promise in docs/promises.md, with what holds it', () => {
    const [, ...parts] = read('docs/promises.md').split(/^## /m)
    const rowsOf = (document: string) =>
      [...(parts.find((part) => part.startsWith(`${document}\n`)) ?? '').matchAll(/^\| (.+?) \| (.+) \|$/gm)]
        .map(([, promise = '', holder = '']) => ({ promise, holder }))
        .slice(1)
    const [readme, asvs, reliability] = [rowsOf('README.md'), rowsOf('docs/asvs.md'), rowsOf('docs/reliability.md')]

    const text = (words: string) => words.replaceAll(/\s+/g, ' ')
    const quotes = readme.map(({ promise }) => /^“(.+)”$/.exec(promise)?.[1] ?? '“”')
    expect(quotes.filter((quote) => !text(read('README.md')).includes(quote))).toEqual([])
    const claims = text(read('README.md').replaceAll(/\n(?=- |\| )/g, '\0')).match(/(?:- \*\*|\| `npm)[^\0]+/g) ?? []
    expect(claims.length).toBeGreaterThan(12)
    expect(claims.filter((claim) => !quotes.some((quote) => claim.includes(quote)))).toEqual([])

    const items = [...read('docs/asvs.md').matchAll(/^\| ([\d.]+) \| (.+?) \| (.+?) \|/gm)]
    const met = items.flatMap(([, item, requirement, outcome]) => (outcome === 'met' ? `${item} ${requirement}` : []))
    expect(asvs.map(({ promise }) => promise)).toEqual(met)
    const count = (word: string) => items.filter(([, , , outcome]) => outcome === word).length
    expect(read('docs/asvs.md')).toContain(
      `${met.length} met, ${count('n.a.')} not applicable, ${count('**not met**')} not met, of ${items.length}.`,
    )

    const sections = [...read('docs/reliability.md').matchAll(/^### ([\w-]+)/gm)].map(([, name]) => name)
    expect(reliability).toEqual(sections.map((name) => ({ promise: name, holder: `prove: ${name}` })))

    const holders = [...readme, ...asvs].map(({ holder }) => holder)
    expect(
      holders.filter((holder) => !/the test “|prove: |`npm run |`tests\/|not tested|\*\*nobody\*\*: ./.test(holder)),
    ).toEqual([])
    const checks = files
      .filter((file) => file.startsWith('prove/'))
      .map(read)
      .join('\n')
    const benches = read('bench/bench.ts')
    const named = `${holders.join('\n')}\n${reliability.map(({ holder }) => holder).join('\n')}\n${read('docs/asvs.md')}`
    const names = [...named.matchAll(/prove: ([a-z][\w-]*(?:, [a-z][\w-]*)*)/g)].flatMap(([, all = '']) =>
      all.split(', '),
    )
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !checks.includes(`name: '${name}'`))).toEqual([])
    const measured = [...named.matchAll(/npm run bench -- ([\w-]+)/g)].map(([, name = '']) => name)
    expect(measured.filter((name) => !benches.includes(`  ${name},`))).toEqual([])
  })

  it('name every token of a theme and every variant of a section', () => {
    const guide = read('docs/how-to/theme.md')
    const { color, ...others } = themeFileSchema.shape.tokens.shape
    const groups = Object.entries(others).flatMap(([group, { shape }]) =>
      Object.keys(shape).flatMap((name) => (name === '$type' ? [] : [`${group}.${name}`])),
    )
    const variants = layoutNames.flatMap((name) => [name, ...layoutOptions[name]])
    const names = [
      ...groups,
      ...variants,
      ...Object.keys(color.shape.light.shape),
      ...Object.keys(themeFileSchema.shape),
    ]
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => name !== 'tokens' && !guide.includes(`\`${name}\``))).toEqual([])
    for (const name of layoutNames)
      expect(guide).toContain(`| \`${name}\` | ${layoutOptions[name].map((one) => `\`${one}\``).join(', ')} |`)
  })

  it('name commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(wrong(/^npm run ([\w:-]+)/, (_, [, name]) => Object.hasOwn(scripts, name as string))).toEqual([])
    const checks = files
      .filter((file) => file.startsWith('prove/'))
      .map(read)
      .join('\n')
    expect(wrong(/^npm run prove -- ([a-z][\w-]*)$/, (_, [, name]) => checks.includes(`'${name}'`))).toEqual([])
  })

  it('name identifiers and variables that exist', () => {
    const words = new Set(sources.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []))
    const variable = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
    // Every secret can also be given as a file.
    expect(wrong(variable, (text) => words.has(text) || words.has(text.replace(/_FILE$/, '')))).toEqual([])
    const identifier = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)(?:\(\))?$/
    expect(wrong(identifier, (text) => words.has(text.replace('()', '')))).toEqual([])
  })
})
