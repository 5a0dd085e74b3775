import type { Selectable } from 'kysely'
import { Gone, Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import {
  mostThemeBytes,
  type OwnTheme,
  type PageLook,
  placeOf,
  problemLine,
  type Theme,
  type ThemeProblem,
  themeCalls,
  themeSchema,
} from '../../model/themes/theme.ts'
import { tonesOf } from '../../model/themes/tones.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { ThemesTable } from '../db/tables.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import { journaled, type Reverter } from '../journal/record-change.ts'
import type { Log } from '../process/log.ts'
import { programVersion } from '../process/package-root.ts'
import { immutable } from '../snapshots/security-headers.ts'
import { createShelf } from '../snapshots/shelf.ts'
import { createSnapshot, type Snapshot } from '../snapshots/snapshots.ts'
import type { PackedTheme } from './pack.ts'
import type { ThemeFiles } from './theme-files.ts'

const mostThemes = 20
/** Replaced and removed ones that an undo can bring back. */
const mostFormer = 10

export const themeCollection = 'themes'

/** As it is journaled. */
interface ThemeState {
  name: string
  hash: string
}

const stateOf = (row: ThemeState | undefined): ThemeState | null => (row ? { name: row.name, hash: row.hash } : null)

const liveTheme = (reader: Reader, id: string) =>
  reader.selectFrom('themes').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

const themeIn = ({ data }: Pick<Selectable<ThemesTable>, 'data'>): Theme | undefined =>
  data === null ? undefined : themeSchema.safeParse(JSON.parse(data)).data

/** The theme of the store with this id, where this version can use it. */
export const findTheme = async (reader: Reader, id: string): Promise<Theme | undefined> => {
  const row = id === '' ? undefined : await liveTheme(reader, id)
  return row && themeIn(row)
}

const filesOf = async (reader: Reader, hash: string): Promise<ThemeFiles> => {
  const rows = await reader.selectFrom('theme_files').select(['name', 'bytes']).where('theme', '=', hash).execute()
  return new Map(rows.map(({ name, bytes }) => [name, Buffer.from(bytes)]))
}

/** The errors by file and line. */
const errorsOf = (problems: readonly ThemeProblem[]): Record<string, string> => {
  const errors = new Map<string, string>()
  for (const problem of problems)
    if (problem.level === 'error')
      errors.set(placeOf(problem), [errors.get(placeOf(problem)) ?? [], problem.message].flat().join(' '))
  return Object.fromEntries(errors)
}

const checkedFacts = ({ theme, problems }: PackedTheme) => {
  const [first] = problems
  return {
    data: theme ? JSON.stringify(theme) : null,
    problem: theme || !first ? null : problemLine(first),
    checked_by: programVersion,
  }
}

const release = async (trx: Trx, hash: string) => {
  await trx.updateTable('themes').set({ deleted_at: new Date().toISOString() }).where('hash', '=', hash).execute()
}

const insertTheme = async (trx: Trx, { id, hash, files, ...packed }: PackedTheme & { theme: Theme }) => {
  const facts = { name: packed.theme.name, ...checkedFacts({ id, hash, files, ...packed }) }
  const known = await trx.selectFrom('themes').select('hash').where('hash', '=', hash).executeTakeFirst()
  if (known) {
    await trx
      .updateTable('themes')
      .set({ ...facts, deleted_at: null })
      .where('hash', '=', hash)
      .execute()
    return
  }
  const row = { hash, id, ...facts, created_at: new Date().toISOString(), deleted_at: null }
  await trx.insertInto('themes').values(row).execute()
  for (const [name, bytes] of files) await trx.insertInto('theme_files').values({ theme: hash, name, bytes }).execute()
}

const forgetFormer = async (trx: Trx) => {
  const former = trx.selectFrom('themes').select('hash').where('deleted_at', 'is not', null)
  const rows = await former.orderBy('deleted_at', 'desc').orderBy('hash').execute()
  const hashes = rows.slice(mostFormer).map(({ hash }) => hash)
  if (hashes.length > 0) await trx.deleteFrom('themes').where('hash', 'in', hashes).execute()
}

/** Themes of somebody else. What is kept are the files; each version of Vitrine makes the theme of them again. */
export const createThemes = (database: Database, builtIn: readonly Theme[] = []) => ({
  builtIn,

  list: async (): Promise<(OwnTheme & { hash: string; theme: Theme | undefined })[]> => {
    const rows = await database.kysely.selectFrom('themes').selectAll().where('deleted_at', 'is', null).execute()
    const one = (row: Selectable<ThemesTable>) => {
      const theme = themeIn(row)
      const problem = theme ? null : (row.problem ?? 'This version of Vitrine cannot read it.')
      return { id: row.id, name: row.name, hash: row.hash, theme, problem }
    }
    return rows.map(one).sort((a, b) => a.name.localeCompare(b.name))
  },

  /** Those that this version can use, with their files. */
  whole: async (): Promise<{ id: string; hash: string; files: ThemeFiles }[]> => {
    const { kysely } = database
    const rows = await kysely
      .selectFrom('themes')
      .select(['id', 'hash'])
      .where('deleted_at', 'is', null)
      .where('data', 'is not', null)
      .execute()
    return Promise.all(rows.map(async (row) => ({ ...row, files: await filesOf(kysely, row.hash) })))
  },

  /** Adds a theme, or replaces the one with its id. Throws `Invalid` with what is wrong, by file and line. */
  add: async ({ theme, ...packed }: PackedTheme, { by }: { by: string }): Promise<Theme> => {
    const { id, hash, problems } = packed
    if (!theme) throw new Invalid(errorsOf(problems), 'The theme was not added.')
    if (builtIn.some((one) => one.id === id))
      throw new Invalid({ 'theme.json': `“${id}” is a theme of Vitrine. Give the folder another name.` })
    await journaled(database, async (trx, record) => {
      const before = await liveTheme(trx, id)
      if (before?.hash === hash) return
      const { count } = await trx
        .selectFrom('themes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (!before && Number(count) >= mostThemes)
        throw new Invalid({ file: `There can be at most ${mostThemes} themes of your own. Remove one first.` })
      if (before) await release(trx, before.hash)
      await insertTheme(trx, { ...packed, theme })
      await forgetFormer(trx)
      const states = { before: stateOf(before), after: { name: theme.name, hash } }
      await record({ by, action: before ? 'replace' : 'create', collection: themeCollection, entry: id, ...states })
    })
    return theme
  },

  /** A page in this theme has the plain one then. Throws `NotFound`. */
  remove: (id: string, { by }: { by: string }): Promise<void> =>
    journaled(database, async (trx, record) => {
      const before = await liveTheme(trx, id)
      if (!before) throw new NotFound('theme', id)
      await release(trx, before.hash)
      await forgetFormer(trx)
      const states = { before: stateOf(before), after: null }
      await record({ by, action: 'remove', collection: themeCollection, entry: id, ...states })
    }),

  /** Checks what another version of Vitrine has checked. One that is refused now stays, and the page has the plain look. Never rejects. */
  checkAgain: async (log: Pick<Log, 'warn'>): Promise<void> => {
    const { kysely } = database
    try {
      const rows = await kysely.selectFrom('themes').selectAll().where('checked_by', '!=', programVersion).execute()
      for (const { id, hash, deleted_at } of rows) {
        const { packTheme } = await import('./pack.ts')
        const facts = checkedFacts(packTheme({ id, files: await filesOf(kysely, hash), problems: [] }))
        await kysely.updateTable('themes').set(facts).where('hash', '=', hash).execute()
        if (facts.problem !== null && deleted_at === null)
          log.warn('A theme does not pass the check of this version; its page has the plain look', {
            theme: id,
            reason: facts.problem,
          })
      }
    } catch (error) {
      log.warn('The themes could not be checked', { reason: String(error) })
    }
  },
})

type Themes = ReturnType<typeof createThemes>

/** Brings back the theme that an id had before. Throws `Gone` when it is no longer kept. */
export const themeReverter: Reverter<ThemeState> = {
  revert: async (trx, { entry, before, after }) => {
    const live = await liveTheme(trx, entry ?? '')
    if (live?.hash !== after?.hash) throw new StaleVersion('theme', stateOf(live))
    if (after) await release(trx, after.hash)
    if (before) {
      const bringBack = trx.updateTable('themes').set({ deleted_at: null }).where('hash', '=', before.hash)
      const { numUpdatedRows } = await bringBack.executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Gone('This theme is no longer kept. Add it again.')
    }
    return { before: after, after: before }
  },
}

/** The fonts of a stored theme, each at the path of its address. */
export const fontFiles = ({ hash, files }: { hash: string; files: ThemeFiles }) =>
  [...files].flatMap(([file, bytes]) => {
    const [folder, font] = file.split('/')
    return folder === 'fonts' && font?.endsWith('.woff2') ? [{ name: `assets/themes/${hash}/${font}`, bytes }] : []
  })

const mostFontBytes = 8 * 2 ** 20

/** A font of a stored theme, by its address; undefined for any other. */
export const storedFont = (url: string): { theme: string; name: string } | undefined => {
  const [, theme, font] = /^\/assets\/themes\/([0-9a-f]{32})\/([\w.-]{1,80}\.woff2)$/.exec(url) ?? []
  return theme !== undefined && font !== undefined ? { theme, name: `fonts/${font}` } : undefined
}

/** A font that is cut to the page, by its address; undefined for any other. */
export const cutName = (url: string): string | undefined => /^\/assets\/fonts\/([0-9a-f]{32})\.woff2$/.exec(url)?.[1]

/** Answers the addresses of fonts in the store. */
export const createThemeFonts = ({ kysely }: Database, security: readonly string[]) => {
  const shelf = createShelf(mostFontBytes)
  const answer = (path: string, etag: string, find: () => Promise<{ bytes: Uint8Array } | undefined>) =>
    shelf.make(path, async () => {
      const found = await find()
      if (!found) return undefined
      const headers = ['Cache-Control', immutable, ...security]
      const bodies = { identity: Buffer.from(found.bytes) }
      return createSnapshot({ status: 200, type: 'font/woff2', bodies, etag: `W/"${etag}"`, headers })
    })
  return {
    ready: (path: string) => shelf.ready(path),
    /** Undefined for any other path; resolves to undefined where there is none. */
    load: (path: string): Promise<Snapshot | undefined> | undefined => {
      const cut = cutName(path)
      if (cut !== undefined) {
        const file = kysely.selectFrom('cut_fonts').select('bytes').where('name', '=', cut)
        return answer(path, cut, () => file.executeTakeFirst())
      }
      const font = storedFont(path)
      if (!font) return undefined
      const file = kysely.selectFrom('theme_files').select('bytes').where('theme', '=', font.theme)
      return answer(path, font.theme, () => file.where('name', '=', font.name).executeTakeFirst())
    },
  }
}

/** Colours and display type of the published page, for what stands before it: the sign-in screen, emails. Null while nothing is published. */
export const pageLook = (content: Content | undefined, themes: readonly Theme[] = []): PageLook | null => {
  const theme = content && themeFor(content, themes)
  if (!theme) return null
  const { font, weight } = theme.tokens
  const [family = ''] = font.display.$value
  const rules = theme.faces.match(/@font-face\{[^{}]*\}/g) ?? []
  return {
    ...tonesOf(theme.palettes, content.settings),
    display: { family, weight: weight.display.$value },
    faces: rules.filter((rule) => rule.includes(`font-family:"${family}"`) && rule.includes('src:url(')).join(''),
  }
}

export const themesApi = (themes: Themes, publisher: Shown) =>
  endpoints(themeCalls(), {
    'GET /api/themes': [
      'Lists the themes, and which of them are not of Vitrine',
      async () => {
        const own = await themes.list()
        const usable = own.flatMap(({ theme }) => theme ?? [])
        const others = themes.builtIn.filter(({ id }) => !usable.some((theme) => theme.id === id))
        return {
          themes: [...others, ...usable],
          own: own.map(({ id, name, problem }) => ({ id, name, problem })),
        }
      },
    ],
    'POST /api/themes': [
      'Checks a theme in a zip, and keeps it; fields of a refusal are files with lines',
      { status: 201 },
      async ({ context, based: { by } }) => {
        const { form, bytes } = await readUploadBody(context.req.raw, mostThemeBytes + 16 * 1024)
        for (const name of form.keys()) if (name !== 'file') throw new Invalid({ [name]: 'There is no such field.' })
        const { name } = form.get('file') as File
        refuseUnstorable({ name })
        const [{ readThemeZip }, { packTheme }] = await Promise.all([import('./theme-files.ts'), import('./pack.ts')])
        const packed = packTheme(readThemeZip(Buffer.from(bytes), name))
        const theme = await themes.add(packed, { by })
        await publisher.shown()
        return { theme, problems: packed.problems }
      },
    ],
    'DELETE /api/themes/:id': [
      'Removes a theme that is not of Vitrine',
      async ({ id, based }) => {
        await themes.remove(id, based)
        await publisher.shown()
      },
    ],
  })
