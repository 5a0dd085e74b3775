import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { oneDayMs } from '../process/clock.ts'
import { bodyOf } from '../snapshots/snapshots.ts'
import { type CutFonts, createCutFonts } from './cut-fonts.ts'
import { packThemes } from './pack.ts'
import { createThemeFonts } from './themes.ts'

const clientFolder = await mkdtemp(path.join(tmpdir(), 'vitrine-cut-'))
afterAll(() => rm(clientFolder, { recursive: true }))
const packed = await packThemes('src/site/themes')
await mkdir(path.join(clientFolder, 'assets'))
for (const { url, bytes } of packed.flatMap(({ fonts }) => fonts)) await writeFile(path.join(clientFolder, url), bytes)
const themes = packed.map(({ theme }) => theme)
const sizes = new Map(packed.flatMap(({ fonts }) => fonts.map(({ url, bytes }) => [url, bytes.length])))
const theme = themes.find(({ id }) => id === 'terminal') as (typeof themes)[number]

/** One whose fonts do not say which characters they have. */
const open = { ...theme, id: 'open', faces: theme.faces.replaceAll(/;unicode-range:[^;}]*/g, '') }

/** One whose rules ask for no layout features. */
const bare = { ...theme, id: 'bare', css: '' }

const example = exampleContent()
const called = (name: string, more: Partial<Content['settings']> = {}): Content => ({
  ...example,
  settings: { ...example.settings, theme: 'terminal', name, ...more },
})

/** The addresses of the font files that a character is drawn from, one for each weight. */
const filesFor = (faces: string, character: string): string[] => {
  const code = character.codePointAt(0) ?? 0
  return [...faces.matchAll(/src:url\("([^"]+)"\)[^;]*;unicode-range:([^}]*)\}/g)].flatMap(
    ([, url = '', ranges = '']) =>
      ranges.split(',').some((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16))
        return from <= code && code <= to
      })
        ? [url]
        : [],
  )
}

onEachDatabase('Fonts cut to the page', (store, kind) => {
  const once = itOnce(kind)
  const warnings: string[] = []
  const log = { warn: (message: string) => warnings.push(message) }
  let fonts: CutFonts
  let cut = 0
  const start = (memoryBytes?: number) => {
    fonts = createCutFonts({
      ...{ database: store().database, themes: [...themes, open, bare], clientFolder, log },
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    })
    cut = 0
    fonts.onCut(() => {
      cut += 1
    })
  }
  const kept = async () => {
    const rows = await store().database.kysely.selectFrom('cut_fonts').select(['name', 'used_at']).execute()
    return rows.map(({ name }) => name).sort()
  }
  const publish = async (content: Content) => {
    await fonts.prepare(content)
    await fonts.finish()
    return fonts.of(theme).faces
  }
  beforeEach(() => start())
  afterEach(async () => {
    fonts.close()
    warnings.length = 0
    await store().database.kysely.deleteFrom('cut_fonts').execute()
  })

  once('have the letters of the page and of its language, each character in one file alone', async () => {
    const faces = await publish(called('Zoë Ångström', { language: 'de' }))
    const cutFiles = filesFor(faces, 'a')
    expect(cutFiles).toEqual([expect.stringMatching(/^\/assets\/fonts\/[0-9a-f]{32}\.woff2$/), expect.any(String)])
    for (const character of 'Zz09@ëËÅåößÄ„–’')
      expect([character, filesFor(faces, character)]).toEqual([character, cutFiles])
    const whole = filesFor(theme.faces, 'a')
    for (const character of 'ñ¿$') expect([character, filesFor(faces, character)]).toEqual([character, whole])
    const extended = filesFor(theme.faces, 'Ł')
    expect([filesFor(faces, 'Ł'), filesFor(faces, 'Ε')]).toEqual([extended, []])
    const later = await publish(called('Łucja Ελένη', { language: 'de' }))
    expect(filesFor(later, 'ł')).not.toEqual(extended)
    expect([filesFor(later, 'Ń'), filesFor(later, 'Ε')]).toEqual([extended, []])
    expect(fonts.of(theme).preload).toEqual(filesFor(later, 'a'))
  })

  it('are smaller than whole ones, and are served and exported by the same names', async () => {
    const faces = await publish(called('Ada'))
    const served = createThemeFonts(store().database, [])
    const files = await fonts.files()
    expect(files.map(({ name }) => `/${name}`)).toEqual(filesFor(faces, 'a'))
    for (const [i, { name, bytes }] of files.entries()) {
      const answer = await served.load(`/${name}`)
      expect([answer?.status, answer && bodyOf(answer, 'identity')]).toEqual([200, bytes])
      expect(bytes.length).toBeLessThan(0.8 * (sizes.get(filesFor(theme.faces, 'a')[i] ?? '') ?? 0))
    }
    expect(await served.load('/assets/fonts/0123456789abcdef0123456789abcdef.woff2')).toBeUndefined()
  })

  once('are cut again only when the characters change, and meanwhile the page has the files of before', async () => {
    const faces = await publish(called('Ada'))
    const names = await kept()
    expect([cut, names.length]).toEqual([1, 2])
    await publish(called('Ada Byron, 1815–1852'))
    await publish(called('Ελένη'))
    expect([cut, await kept(), fonts.of(theme).faces]).toEqual([1, names, faces])
    await fonts.prepare(called('Zoë'))
    expect([cut, fonts.of(theme).faces]).toEqual([1, faces])
    await fonts.finish()
    expect([cut, (await kept()).length]).toEqual([2, 4])
    expect(fonts.of(theme).faces).not.toBe(faces)

    fonts.close()
    start()
    await fonts.prepare(called('Ada'))
    expect([cut, fonts.of(theme).faces]).toEqual([0, faces])
  })

  once(
    'keep the layout features that the page can use: others with marks by themselves, all for scripts that need them',
    async () => {
      const files = async (name: string) => {
        await publish(called(name, { theme: 'bare' }))
        return filesFor(fonts.of(bare).faces, 'a')
      }
      const plain = await files('Ada')
      expect(await files('Ελένη')).toEqual(plain)
      const [marked, indic] = [await files('x\u0302'), await files('\u0905')]
      expect(new Set([plain, marked, indic].map(String)).size).toBe(3)
    },
  )

  once('stay whole where pages would have to name hundreds of ranges of characters', async () => {
    const scattered = (count: number) =>
      Array.from({ length: count }, (_, i) => String.fromCodePoint(0x4e00 + i * 2)).join('')
    await publish(called(scattered(20), { theme: 'open' }))
    expect(fonts.of(open).faces).toContain('U+4E00,U+4E02,')
    await publish(called(scattered(400), { theme: 'open' }))
    expect(fonts.of(open).faces).toBe(open.faces)
  })

  once('stay whole when the process that cuts them ends', async () => {
    fonts.close()
    start(1)
    expect(await publish(called('Ada'))).toBe(theme.faces)
    expect([cut, await kept(), fonts.of(theme).preload]).toEqual([0, [], theme.preload])
    expect(warnings).toEqual(['Fonts could not be cut to the page; visitors get them whole'])
  })

  once('are deleted when no page has had them for three days', async () => {
    await publish(called('Zoë'))
    const before = await kept()
    const faces = await publish(called('Ada'))
    const { kysely } = store().database
    const longAgo = new Date(Date.now() - 4 * oneDayMs).toISOString()
    await kysely.updateTable('cut_fonts').set({ used_at: longAgo }).execute()
    expect(await fonts.cleanUp(Date.now())).toBe(2)
    expect(await kept()).toEqual(
      filesFor(faces, 'a')
        .map((url) => url.slice(14, 46))
        .sort(),
    )
    expect(before).not.toEqual(await kept())
    expect(await fonts.cleanUp(Date.now())).toBe(0)
  })
})
