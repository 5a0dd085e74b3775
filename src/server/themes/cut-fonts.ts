import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { collectionNames } from '../../model/content/collections.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { languageOf, lettersOf } from '../../model/words/languages.ts'
import type { Database } from '../db/database.ts'
import { iso, oneDayMs } from '../process/clock.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import type { Log } from '../process/log.ts'
import { programFile } from '../process/package-root.ts'
import { sha256 } from '../process/sha256.ts'
import type { FontJob, FontReport } from './font-worker.ts'
import { cutName, storedFont } from './themes.ts'

/** Grows when the same font and characters give another file. */
const cutting = 2
/** Time without a publish before fonts are cut. */
const quietMs = 1000
const timeoutMs = 30_000
/** Files that no page has had for so long are deleted; pages that somebody kept open have theirs in the browser. */
const keptDays = 3
const mostKept = 200
/** Each page names them: thousands of scattered characters weigh more than they spare. */
const mostRanges = 200

/** What every page has, and what people write to one another: of marks, those of a message. */
const always = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?'"()-/&@\u00a0©·–—‘’“”…←↑→↓`
const other = /[^\0-\x1fa-zA-Z0-9 .,;:!?'"()\-/&@]/gu
/** Of the words of the page, which are templates with names in braces. */
const ofWords = /[^\0-\x7f]|[#*+%]/gu

/** Features that browsers use by themselves, and those of figures. */
const usual = 'kern liga clig calt rlig rclt rvrn tnum lnum onum pnum'.split(' ')

/** Scripts whose letters stand side by side as they are. */
const plainScripts = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]*$/u

/**
 * Features that a page can use: where its theme asks for others, or one of its scripts needs them, all of a font. Marks are put together
 * where there are any by themselves, and English has no letters of its own.
 */
const featuresFor = (css: string, characters: string, language: string): string[] | undefined =>
  /font-(?:feature|variant-(?!numeric))|font-variant:/.test(css) || !plainScripts.test(characters)
    ? undefined
    : [
        ...usual,
        ...(/\p{M}/u.test(characters) ? ['ccmp', 'mark', 'mkmk'] : []),
        ...(/^en\b/.test(language) ? [] : ['locl']),
      ]
const address = /^(?:https?:|mailto:|tel:|[/#])/

/** Cuts one font after the other in a process of its own, which ends after its work. */
const createFontProcess = (memoryBytes: number) => {
  const turn = takeTurns()
  const file = programFile('font-worker', import.meta.url)
  const kept = keepProcess({ file, args: [String(memoryBytes)], heapMb: 96, env: {}, idleMs: 500 })
  const perform = (message: FontJob) =>
    kept.work<FontJob, FontReport, Buffer>({
      message,
      timeoutMs,
      late: () => new Unavailable(`A font took more than ${timeoutMs / 1000} s.`),
      heard: (report, { done, refuse }) =>
        report.kind === 'cut' ? done(Buffer.from(report.font)) : refuse(new Unavailable(report.message)),
      ended: () => new Unavailable('The process that cuts fonts ended.'),
    })
  return { cut: (job: FontJob) => turn(() => perform(job)), close: kept.close }
}

const codeOf = (character: string) => character.codePointAt(0) as number

/** The texts in what style sheets write before and after elements. */
const contentsOf = (css: string): string[] =>
  [...css.matchAll(/content:([^;}]*)/g)].map(([, text = '']) =>
    text.replace(/\\([0-9a-f]{2,5})\s?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
  )

/** Characters of all texts in a value that are not on every page. Addresses are not shown. */
const charactersIn = (value: unknown): string[] => {
  if (typeof value === 'string') return address.test(value) ? [] : (value.match(other) ?? [])
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(charactersIn) : []
}

type Range = readonly [from: number, to: number]

/** Of `unicode-range`; undefined where it cannot be read. Without one a font has all characters. */
const rangesOf = (declared: string | undefined): Range[] | undefined => {
  const ranges = (declared ?? 'U+0-10FFFF').split(',').map((one): Range | undefined => {
    const [, from, to] = /^U\+([\dA-F?]{1,6})(?:-([\dA-F]{1,6}))?$/i.exec(one.trim()) ?? []
    if (from === undefined) return undefined
    return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to ?? from.replaceAll('?', 'F'), 16)]
  })
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

const isIn = (ranges: readonly Range[], code: number) => ranges.some(([from, to]) => from <= code && code <= to)

/** Neighbours become one range. */
const rangesFrom = (codes: readonly number[]): Range[] => {
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges
}

/** What of the ranges is not among the codes, which are in order. */
const without = (ranges: readonly Range[], codes: readonly number[]): Range[] =>
  ranges.flatMap(([from, to]) => {
    const left: Range[] = []
    let next = from
    for (const code of codes) {
      if (code < from || code > to) continue
      if (code > next) left.push([next, code - 1])
      next = code + 1
    }
    return next <= to ? [...left, [next, to] as const] : left
  })

const written = (ranges: readonly Range[]): string => {
  const hex = (code: number) => code.toString(16).toUpperCase()
  return ranges.map(([from, to]) => `U+${hex(from)}${to === from ? '' : `-${hex(to)}`}`).join(',')
}

interface Cut {
  /** Address of the whole file. */
  whole: string
  /** Of the file with these characters alone, and at which it is served. */
  name: string
  url: string
  characters: string
  features: string[] | undefined
  /** The rule of the whole file, and the two that take its place: the other characters are fetched where a page has one. */
  rule: string
  rules: string
}

/** The fonts of `@font-face` rules that have more than these characters, and at least one of them. */
const cutsOf = (faces: string, characters: string, features: string[] | undefined): Cut[] => {
  const codes = [...characters].map(codeOf)
  return [...faces.matchAll(/@font-face\{([^{}]*)\}/g)].flatMap(([rule, body = '']) => {
    const declared = body.split(';')
    const [, whole] =
      /^src:url\("(\/assets\/[^"]+)"\) format\("woff2"\)$/.exec(declared.find((one) => one.startsWith('src:')) ?? '') ??
      []
    const ranges = rangesOf(declared.find((one) => one.startsWith('unicode-range:'))?.slice('unicode-range:'.length))
    if (whole === undefined || !ranges) return []
    const own = codes.filter((code) => isIn(ranges, code))
    const rest = without(ranges, own)
    if (own.length === 0 || rest.length === 0 || rest.length > mostRanges) return []
    const text = String.fromCodePoint(...own)
    const name = sha256(`${cutting}\n${whole}\n${text}\n${features}`).slice(0, 32)
    const url = `/assets/fonts/${name}.woff2`
    const others = declared.filter((one) => !/^(?:src|unicode-range):/.test(one))
    const ruleOf = (file: string, range: readonly Range[]) =>
      `@font-face{${[...others, `src:url("${file}") format("woff2")`, `unicode-range:${written(range)}`].join(';')}}`
    return [
      { whole, name, url, characters: text, features, rule, rules: ruleOf(url, rangesFrom(own)) + ruleOf(whole, rest) },
    ]
  })
}

/** What pages of a theme, known by its `faces`, should have. */
interface Plan {
  faces: string
  characters: string
  features: string
  cuts: Cut[]
}

/**
 * The fonts of the page's theme with the characters that its pages have, those of its language, digits and marks. They are cut when nobody
 * has published for a moment; until then, and where it fails, pages have the files that they had. `themes` are the built-in ones, whose
 * fonts are files of the client.
 */
export const createCutFonts = (parts: {
  database: Database
  themes: readonly Theme[]
  clientFolder: string
  log: Pick<Log, 'warn'>
  /** Above which the process that cuts ends. */
  memoryBytes?: number
}) => {
  const { themes, clientFolder, log, memoryBytes = 256 * 2 ** 20 } = parts
  const { kysely } = parts.database
  const worker = createFontProcess(memoryBytes)
  const seen = new WeakMap<object, string>()
  const listeners: (() => void)[] = []
  let plan: Plan = { faces: '', characters: '', features: '', cuts: [] }
  /** Names of the plan's files that are there. */
  let ready = new Set<string>()
  let shown = { of: '', faces: '', urls: new Map<string, string>() }
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let closed = false

  const charactersOf = async (content: Content, theme: Theme): Promise<string> => {
    const { language, customCss } = content.settings
    const words = JSON.stringify(catalogueOf(language)).match(ofWords) ?? []
    const found = new Set([...words, ...charactersIn(contentsOf(theme.css + customCss))])
    let looked = 0
    for (const part of [content.settings, ...collectionNames.flatMap((name): object[] => content[name])]) {
      let own = seen.get(part)
      if (own === undefined) {
        own = [...new Set(charactersIn(part))].join('')
        seen.set(part, own)
        looked += 1
        // Visits go first.
        if (looked % 200 === 0) await breathe()
      }
      for (const character of own) found.add(character)
    }
    const text = [...found].join('').normalize('NFC')
    const locale = languageOf(language)
    const all = always + lettersOf(language) + text + text.toLocaleUpperCase(locale) + text.toLocaleLowerCase(locale)
    return [...new Set(all)].sort((one, other) => codeOf(one) - codeOf(other)).join('')
  }

  /** Notes which files of the plan are there; they count as used today. */
  const lookUp = async ({ cuts }: Plan): Promise<Set<string>> => {
    const names = cuts.map(({ name }) => name)
    if (names.length === 0) return new Set()
    const rows = await kysely.selectFrom('cut_fonts').select(['name', 'used_at']).where('name', 'in', names).execute()
    if (rows.some(({ used_at }) => used_at < iso(Date.now() - oneDayMs)))
      // The next cleanup does it as well.
      await markUsed(names).catch(() => {})
    return new Set(rows.map(({ name }) => name))
  }

  const markUsed = async (names: readonly string[]) => {
    if (names.length > 0)
      await kysely
        .updateTable('cut_fonts')
        .set({ used_at: iso(Date.now()) })
        .where('name', 'in', names)
        .execute()
  }

  const read = async (url: string): Promise<Buffer> => {
    const font = storedFont(url)
    if (!font) return readFile(path.join(clientFolder, decodeURI(url)))
    const file = kysely.selectFrom('theme_files').select('bytes').where('theme', '=', font.theme)
    return Buffer.from((await file.where('name', '=', font.name).executeTakeFirstOrThrow()).bytes)
  }

  const make = async ({ name, whole, characters, features }: Cut) => {
    const bytes = await worker.cut({ font: await read(whole), characters, features })
    const row = { name, bytes, used_at: iso(Date.now()) }
    // Another process on the same Postgres may have made the same.
    await kysely
      .insertInto('cut_fonts')
      .values(row)
      .onConflict((known) => known.doNothing())
      .execute()
  }

  const show = () => {
    const cuts = plan.cuts.filter(({ name }) => ready.has(name))
    shown = {
      of: plan.faces,
      faces: cuts.reduce((faces, { rule, rules }) => faces.replace(rule, () => rules), plan.faces),
      urls: new Map(cuts.map(({ whole, url }) => [whole, url])),
    }
  }

  /** Makes what is missing. Never rejects. */
  const makeAll = async () => {
    const wanted = plan
    let failure: unknown
    let made = 0
    for (const cut of wanted.cuts) {
      if (closed || plan !== wanted) return
      if (ready.has(cut.name)) continue
      try {
        await make(cut)
        made += 1
        if (plan === wanted) ready.add(cut.name)
      } catch (error) {
        failure = error
      }
    }
    if (closed || plan !== wanted) return
    if (failure !== undefined)
      log.warn('Fonts could not be cut to the page; visitors get them whole', { reason: String(failure) })
    show()
    if (made > 0) for (const listener of listeners) listener()
  }

  const runAll = (): Promise<void> => {
    clearTimeout(timer)
    running = running.then(makeAll)
    return running
  }

  return {
    /** The theme with the fonts that its pages have now. */
    of: (theme: Theme): Theme =>
      shown.of === theme.faces
        ? { ...theme, faces: shown.faces, preload: theme.preload.map((url) => shown.urls.get(url) ?? url) }
        : theme,

    /** Takes files that are there for this content, and has the missing ones cut in a while. Waits for the store alone. Never rejects. */
    prepare: async (content: Content): Promise<void> => {
      try {
        const theme = themeFor(content, themes)
        if (!theme) return
        const characters = await charactersOf(content, theme)
        const { language, customCss } = content.settings
        const wanted = featuresFor(theme.css + theme.faces + customCss, characters, language)
        const features = String(wanted)
        if (plan.faces === theme.faces && plan.characters === characters && plan.features === features) return
        const next = { faces: theme.faces, characters, features, cuts: cutsOf(theme.faces, characters, wanted) }
        const found = await lookUp(next)
        plan = next
        ready = found
        const isWhole = next.cuts.every(({ name }) => found.has(name))
        // Until the missing ones are there, those with the characters of before are smaller than whole ones.
        if (isWhole || shown.of !== next.faces) show()
        clearTimeout(timer)
        if (!isWhole && !closed) timer = setTimeout(runAll, quietMs).unref()
      } catch (error) {
        log.warn('The fonts of the page could not be looked for', { reason: String(error) })
      }
    },

    /** A whole font of a theme, by its address. */
    read,

    /** Cuts at once what `prepare` found missing. Never rejects. */
    finish: runAll,

    /** The files that pages have now, with their paths. */
    files: async (): Promise<{ name: string; bytes: Uint8Array }[]> => {
      const urls = [...shown.urls.values()]
      return Promise.all(
        urls.map(async (url) => {
          const file = kysely
            .selectFrom('cut_fonts')
            .select('bytes')
            .where('name', '=', cutName(url) ?? '')
          return { name: url.slice(1), bytes: Buffer.from((await file.executeTakeFirstOrThrow()).bytes) }
        }),
      )
    },

    /** Subscribes to fonts that were cut after pages had to do without them. */
    onCut: (listener: () => void): void => {
      listeners.push(listener)
    },

    /** Deletes files that no page has had for days. Resolves to how many there were. */
    cleanUp: async (now: number): Promise<number> => {
      await markUsed([...shown.urls.values()].map((url) => cutName(url) ?? ''))
      const newest = kysely.selectFrom('cut_fonts').select('name').orderBy('used_at', 'desc').orderBy('name')
      const { numDeletedRows } = await kysely
        .deleteFrom('cut_fonts')
        .where(({ or, eb }) =>
          or([eb('used_at', '<', iso(now - keptDays * oneDayMs)), eb('name', 'not in', newest.limit(mostKept))]),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    close: (): void => {
      closed = true
      clearTimeout(timer)
      worker.close()
    },
  }
}

export type CutFonts = ReturnType<typeof createCutFonts>
