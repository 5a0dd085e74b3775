import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { foreignTheme, themeZip } from '../../../tests/support/themes.ts'
import { zipOf } from '../../../tests/support/zip-files.ts'
import { layoutNames, layoutOptions } from '../../model/themes/layouts.ts'
import { problemLine } from '../../model/themes/theme.ts'
import { packTheme } from './pack.ts'
import { readThemeFolder, readThemeZip } from './theme-files.ts'

const scratch = await mkdtemp(path.join(tmpdir(), 'theme-check-'))
afterAll(() => rm(scratch, { recursive: true }))

const pack = (files: ReadonlyMap<string, Buffer>) => packTheme({ id: 'harbour', files, problems: [] })
const packZip = (zip: Buffer) => packTheme(readThemeZip(zip, 'harbour.zip'))
// biome-ignore lint/suspicious/noExplicitAny: tests put in what no theme has.
const json = (change: (theme: any) => void) => {
  const theme = JSON.parse(foreignTheme().get('theme.json')?.toString() ?? '')
  change(theme)
  return JSON.stringify(theme, null, 2)
}
const face = (src: string) => `@font-face {\n  font-family: "Harbour Sans";\n  src: ${src};\n}\n`
const link = { name: 'harbour/theme.css', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }

describe('The check of a theme', () => {
  it('takes a theme of somebody else, and names its fonts by the hash of all its files', () => {
    const { theme, fonts, hash, problems } = pack(foreignTheme())
    expect(problems).toEqual([])
    expect(theme).toMatchObject({ id: 'harbour', name: 'Harbour', css: '.name{letter-spacing:0.31em}' })
    expect(theme?.preload).toEqual([`/assets/themes/${hash}/harbour.woff2`])
    expect(theme?.faces).toBe(
      `@font-face{font-family:"Harbour Sans";src:url("/assets/themes/${hash}/harbour.woff2") format("woff2")}`,
    )
    expect(fonts.map(({ url }) => url)).toEqual(theme?.preload)
    expect(pack(foreignTheme({ 'theme.css': 'a{b:d}' })).hash).not.toBe(hash)
  })

  it.each<[string, Record<string, string | Buffer | undefined>, string, number?]>([
    ['a script', { 'theme.js': 'alert(1)' }, 'theme.js: A theme has no scripts and no documents. Remove this file.'],
    ['a document', { 'index.html': '<p>' }, 'index.html: A theme has no scripts and no documents. Remove this file.'],
    [
      'an SVG bomb',
      { 'logo.svg': '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>' },
      'logo.svg: A theme has no SVG files, which may hold scripts and grow without end. Draw it with CSS.',
    ],
    ['an image', { 'fonts/a.png': 'x' }, 'fonts/a.png: A theme has no images. Draw it with CSS.'],
    ['a font of another type', { 'fonts/a.ttf': 'x' }, 'fonts/a.ttf: A font is a woff2 file in the folder fonts.'],
    [
      'another file',
      { 'a.exe': 'x' },
      'a.exe: A theme has theme.json, theme.css, fonts/fonts.css, woff2 files in fonts, and texts. Remove this file.',
    ],
    [
      'an @import in its rules',
      { 'theme.css': 'a { b: c }\n@import "https://tracker.example/x.css";' },
      'theme.css:2: @import is not allowed here.',
    ],
    [
      'a foreign address in its rules',
      { 'theme.css': '\n\na { background: url(https://tracker.example/x) }' },
      'theme.css:3: url() is not allowed, since this CSS loads nothing.',
    ],
    ['too many rules', { 'theme.css': `/*${'x'.repeat(64 * 1024)}*/` }, 'theme.css:1: There are more than 64 kB.'],
    [
      'a foreign font',
      { 'fonts/fonts.css': face('url("https://fonts.example/a.woff2") format("woff2")') },
      'fonts/fonts.css:3: A font comes from a file of this folder, as in src: url("./name.woff2") format("woff2").',
    ],
    [
      'a font outside of itself',
      { 'fonts/fonts.css': face('url("../../a.woff2")') },
      'fonts/fonts.css:3: A font comes from a file of this folder, as in src: url("./name.woff2") format("woff2").',
    ],
    [
      'a font that is not there',
      { 'fonts/fonts.css': face('url("./other.woff2")') },
      'fonts/fonts.css:3: The folder fonts has no other.woff2.',
    ],
    [
      'an @import beside its fonts',
      { 'fonts/fonts.css': `@import "x";\n${face('local("Arial")')}` },
      'fonts/fonts.css:1: Only @font-face rules stand in this file, and :root with the names of fonts that stand in for others.',
    ],
    [
      'an address in a descriptor',
      { 'fonts/fonts.css': '@font-face {\n  font-family: url(x);\n}' },
      'fonts/fonts.css:2: “font-family: url(x)” cannot stand here.',
    ],
    [
      'a rule for the page beside its fonts',
      { 'fonts/fonts.css': ':root {\n  display: none;\n}' },
      'fonts/fonts.css:2: “display: none” cannot stand here.',
    ],
    ['no font in a font file', { 'fonts/harbour.woff2': 'MZ' }, 'fonts/harbour.woff2: This is no woff2 file.'],
    [
      'a font that is too large',
      { 'fonts/harbour.woff2': Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(300_000)]) },
      'fonts/harbour.woff2: The font has 301 kB; at most 300 kB can be sent to visitors.',
    ],
    ['no theme.json', { 'theme.json': undefined }, 'theme.json: It is missing. Copy the one of a theme that is there.'],
    ...(
      [
        [/,\n {2}"author"/, '\n  "author"'],
        [/"name": "Harbour"/, '"name": }'],
      ] as const
    ).map(([what, wrong]): [string, Record<string, string>, string] => [
      `no JSON, but ${wrong}`,
      { 'theme.json': json(() => {}).replace(what, wrong) },
      expect.stringMatching(
        /^theme\.json:[234]: This is no JSON: near here is a comma or a bracket too many or too few\.$/,
      ),
    ]),
    [
      'a colour that is none',
      { 'theme.json': json(({ tokens: { color } }) => Object.assign(color.dark, { ink: { $value: 'url(x)' } })) },
      expect.stringMatching(/^theme\.json:\d\d: tokens\.color\.dark\.ink\.\$value: A colour is written #rrggbb/),
    ],
    [
      'a name that turns what follows',
      { 'theme.json': json((theme) => Object.assign(theme, { name: 'Har\u202ebour' })) },
      'theme.json:2: name: There is a character that cannot be shown.',
    ],
    [
      'a token that does not exist',
      { 'theme.json': json((theme) => Object.assign(theme, { script: 'x' })) },
      expect.stringMatching(/^theme\.json:\d+: script: Unrecognized key/),
    ],
  ])('refuses %s, and says where', (_, changed, sentence) => {
    const { theme, problems } = pack(foreignTheme(changed))
    expect(theme).toBeUndefined()
    const [{ file, line, message, level } = { file: '', line: 0, message: '', level: '' }] = problems
    expect(`${file}${line === undefined ? '' : `:${line}`}: ${message}`).toEqual(sentence)
    expect(level).toBe('error')
  })

  it('names the line of the wrong colour', () => {
    const text = json(({ tokens: { color } }) => Object.assign(color.dark, { ink: { $value: 'red' } }))
    const [problem] = pack(foreignTheme({ 'theme.json': text })).problems
    const lines = text.split('\n')
    expect(lines.slice(0, problem?.line).findLastIndex((line) => line.includes('"dark"'))).toBeGreaterThan(0)
    expect(lines[(problem?.line ?? 0) - 1]).toContain('$value": "red"')
  })

  it.each<[string, Buffer, string]>([
    [
      '50 MB that are small in the zip',
      themeZip(foreignTheme({ 'fonts/LICENSE.txt': Buffer.alloc(50 * 2 ** 20) })),
      'With this file the theme has more than 5 MB.',
    ],
    [
      'a path outside of itself',
      themeZip(foreignTheme({ '../../../etc/cron.d/x': 'x' })),
      'The path leads out of the theme.',
    ],
    [
      'a name that writes to a terminal',
      themeZip(foreignTheme({ '\u001b[2Jx.txt': 'x' })),
      'A file has a name that cannot be shown.',
    ],
    ['a path of a Windows disk', themeZip(foreignTheme(), 'C:'), 'The path leads out of the theme.'],
    ['a link', zipOf([link]), 'This is a link. A theme has files alone.'],
    [
      'more files than a theme has',
      themeZip(foreignTheme(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.txt`, 'x'])))),
      'There are more than 60 files.',
    ],
    [
      'a zip that is cut short',
      themeZip(foreignTheme()).subarray(0, -400),
      'This zip file cannot be read. Make it again, without a password.',
    ],
    ['no zip', Buffer.from('Rar!'), 'This zip file cannot be read. Make it again, without a password.'],
  ])('refuses a zip with %s', (_, zip, sentence) => {
    const { theme, problems } = packZip(zip)
    expect(theme).toBeUndefined()
    expect(problems.map(({ message }) => message)).toContain(sentence)
  })

  it('reads a zip with its folder, without it, and with what a Mac leaves in it', () => {
    const inFolder = packZip(themeZip(foreignTheme({ '.DS_Store': 'x', '__MACOSX/._theme.json': 'x' })))
    const flat = packZip(zipOf([...foreignTheme()].map(([name, bytes]) => ({ name, bytes }))))
    expect([inFolder.problems, flat.problems]).toEqual([[], []])
    expect([inFolder.theme?.id, inFolder.hash]).toEqual(['harbour', flat.hash])
    expect(readThemeZip(themeZip(foreignTheme(), 'My Theme 2'), 'x.zip').id).toBe('my-theme-2')
  })

  it('reads a folder, and follows no link out of it', async () => {
    const folder = path.join(scratch, 'harbour')
    await mkdir(path.join(folder, 'fonts'), { recursive: true })
    for (const [name, bytes] of foreignTheme()) await writeFile(path.join(folder, name), bytes)
    const packed = packTheme(await readThemeFolder(folder))
    expect(packed).toMatchObject({ problems: [], hash: pack(foreignTheme()).hash })
    await symlink('/etc/hostname', path.join(folder, 'README.md'))
    expect(packTheme(await readThemeFolder(folder)).problems).toEqual([
      { file: 'README.md', level: 'error', message: 'This is a link. A theme has files alone.' },
    ])
  })

  it('advises about colours that are moved, late fonts and a missing licence, and takes the theme', () => {
    const { theme, problems } = pack(
      foreignTheme({
        'theme.json': json(({ tokens: { color } }) => Object.assign(color.light, { muted: { $value: '#bbbbbb' } })),
        'fonts/harbour.woff2': Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(80_000)]),
        'fonts/LICENSE.txt': undefined,
        'fonts/unused.woff2': 'wOF2',
      }),
    )
    expect(theme).toBeDefined()
    expect(problems.map(({ level, file, message }) => `${level} ${file}: ${message}`)).toEqual([
      'warning fonts/unused.woff2: No rule of fonts.css uses this font.',
      'advice fonts: There is no text of the fonts’ licence. Most of them ask for it beside the fonts.',
      'advice theme.json: The fonts of the first view have 80 kB; up to 60 kB come fast on a phone.',
      expect.stringMatching(/^advice theme\.json: Light: muted #bbbbbb is shown as #\w{6}, to be read/),
    ])
  })

  const paired = (pairs: object[], more: Record<string, string | undefined> = {}) =>
    pack(foreignTheme({ 'theme.json': json((theme) => Object.assign(theme, { pairs })), ...more }))
  const [own, slab] = [
    { id: 'sans', name: 'Harbour' },
    {
      id: 'slab',
      name: 'Harbour Slab & Sans',
      display: ['Harbour Slab'],
      weight: 700,
      scale: 0.9,
      preload: ['harbour.woff2'],
    },
  ]
  const slabFaces = {
    'fonts/slab.css': `${face('url("./harbour.woff2") format("woff2")').replace('Sans', 'Slab')}:root {\n  --tight: 0.02em;\n}\n`,
  }

  it('takes pairs of typefaces, each with the rules of its own file', () => {
    const { theme, problems, hash } = paired([own, slab], slabFaces)
    expect(problems).toEqual([])
    expect(theme?.pairs[0]).toEqual({ ...own, preload: [], faces: '' })
    expect(theme?.pairs[1]).toEqual({
      ...slab,
      preload: [`/assets/themes/${hash}/harbour.woff2`],
      faces: `@font-face{font-family:"Harbour Slab";src:url("/assets/themes/${hash}/harbour.woff2") format("woff2")}:root{--tight:0.02em}`,
    })
    expect(theme?.faces).not.toContain('Slab')
  })

  it.each<[string, object[], Record<string, string>, string]>([
    ['without its rules', [own, slab], {}, 'fonts/slab.css: It is missing. It has the @font-face rules of this pair'],
    [
      'with rules for the page',
      [own, slab],
      { 'fonts/slab.css': ':root {\n  --x: url(a);\n}' },
      'fonts/slab.css:2: “--x: url(a)” cannot stand here.',
    ],
    ['twice', [own, slab, slab], slabFaces, 'pairs: There are two with the id “slab”.'],
    ['that is the first and more than a name', [slab, own], slabFaces, 'pairs: The first is the theme as it is.'],
    ['with a name that ends an element', [own, { ...slab, name: '</style>' }], slabFaces, 'letters, digits and blanks'],
    ['with a path for an id', [own, { ...slab, id: '../x' }], slabFaces, 'pairs.1.id: Invalid string'],
    [
      'with a font that is not there',
      [own, { ...slab, preload: ['x.woff2'] }],
      slabFaces,
      'The folder fonts has no x.woff2.',
    ],
  ])('refuses a pair %s', (_, pairs, files, sentence) => {
    const { theme, problems } = paired(pairs, files)
    expect(theme).toBeUndefined()
    expect(problems.map(problemLine).join('\n')).toContain(sentence)
  })

  it('takes a theme of the first version, since tokens and variants keep their names', () => {
    const first = readFileSync(path.join(import.meta.dirname, '../../../tests/fixtures/themes/first.json'), 'utf8')
    const { theme } = pack(foreignTheme({ 'theme.json': JSON.stringify({ ...JSON.parse(first), preload: [] }) }))
    expect(theme).toMatchObject({ ...JSON.parse(first), preload: [] })
  })

  it('gives a section that the theme does not know its first variant', () => {
    const [name = 'mark'] = layoutNames
    const { theme } = pack(
      foreignTheme({
        'theme.json': json(({ layouts }) => {
          delete layouts[name]
        }),
      }),
    )
    expect(theme?.layouts).toMatchObject({ [String(name)]: layoutOptions[name as 'mark'][0] })
  })
})
