import { once } from 'node:events'
import { watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillWhenNew } from './compose-site.ts'
import { Invalid, VitrineError } from './model/errors.ts'
import { type Page, textsIn } from './model/publishing/page.ts'
import { problemLine } from './model/themes/theme.ts'
import type { Database } from './server/db/database.ts'
import { createAssets } from './server/http/assets.ts'
import { type CommandOutput, readArgs } from './server/process/command-args.ts'
import type { Config } from './server/process/config.ts'
import { createLog } from './server/process/log.ts'
import { packageRoot } from './server/process/package-root.ts'
import { readRegular } from './server/process/regular-file.ts'
import { sha256 } from './server/process/sha256.ts'
import { readClientBuild } from './server/publishing/client-build.ts'
import { createContentReader } from './server/publishing/content.ts'
import { createDrawnTexts } from './server/publishing/drawn-texts.ts'
import { createServices } from './server/services.ts'
import { identityOf } from './server/snapshots/snapshots.ts'
import { type PackedTheme, packTheme } from './server/themes/pack.ts'
import { readThemeFolder, readThemeZip } from './server/themes/theme-files.ts'
import { createThemes } from './server/themes/themes.ts'
import { createSite } from './site/page/render.tsx'

const usage = 'theme check | add | dev FOLDER | ZIP, theme list, theme remove ID'
const by = 'vitrine theme'
const clientFolder = fileURLToPath(new URL('dist/client', packageRoot))
/** A zip that is larger is not read. */
const mostZip = 16 * 2 ** 20

const read = async (given: string): Promise<PackedTheme> => {
  const isFolder = (await stat(given).catch(() => undefined))?.isDirectory() ?? false
  const name = path.basename(path.resolve(given))
  return packTheme(isFolder ? await readThemeFolder(given) : readThemeZip(readRegular(given, mostZip), name))
}

const linesOf = ({ id, theme, problems }: PackedTheme): string[] => [
  ...problems.map((problem) => `${problem.level.padEnd(8)}${problemLine(problem)}`),
  theme ? `${theme.name} (${id}) can be added.` : `${id} is refused.`,
]

/** Ends a page in `dev`: loads it again whenever the theme was read again. */
const reload = `<script>new EventSource('/theme-changes').onmessage = () => location.reload()</script>`

/**
 * Shows the site of the store in a theme on this machine, read again at each change of its folder and of the content. The pages are those of production, without
 * the admin, the forms and the share cards.
 */
const dev = async (folder: string, port: number, config: Config, db: Database): Promise<CommandOutput> => {
  const texts = createDrawnTexts()
  const site = createSite(
    { ...readClientBuild(clientFolder), publicUrl: config.publicUrl, digest: sha256 },
    { markup: texts },
  )
  const log = createLog({ level: 'error', terminal: false })
  const services = createServices({ config, log, db, site, texts })
  await fillWhenNew(services, config, log)
  const readContent = createContentReader(services)
  const assets = createAssets([clientFolder], [])
  const pages = new Map<string, Page>()
  const fonts = new Map<string, Buffer>()
  const open = new Set<ServerResponse>()

  const show = async () => {
    const packed = await read(folder)
    process.stdout.write(
      linesOf(packed)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const { id, theme } = packed
    // One that is refused leaves what is shown.
    if (!theme) return
    const content = await readContent()
    await texts.draw([...textsIn(content)].map(([, all]) => all))
    const settings = { ...content.settings, theme: id }
    pages.clear()
    for (const page of site.pages({ ...content, settings, theme })) pages.set(page.path, page)
    for (const { url, bytes } of packed.fonts) fonts.set(url, bytes)
    for (const response of open) response.write('data: again\n\n')
  }
  const answerTo = async (target: string): Promise<{ status?: number; type: string; body: string | Uint8Array }> => {
    const { pathname } = new URL(target, 'http://localhost')
    const page = pages.get(target) ?? pages.get(pathname)
    const font = fonts.get(pathname)
    const asset = await assets.load(pathname)
    const file = pathname.startsWith('/media/') ? await services.media.variant(pathname.slice(7)) : undefined
    if (!page && font) return { type: 'font/woff2', body: font }
    if (!page && asset) return { type: asset.source.type, body: identityOf(asset) }
    if (!page && file) return { type: file.type, body: file.bytes }
    const { type, status, body } = page ??
      pages.get('/404') ?? { type: 'text/plain', status: 404, body: 'The theme is refused.' }
    return { type, status, body: body.replace('</body>', `${reload}</body>`) }
  }
  const server = createServer((request, response) => {
    if (request.url === '/theme-changes') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('\n')
      open.add(response)
      response.once('close', () => open.delete(response))
      return
    }
    answerTo(request.url ?? '/').then(
      ({ status = 200, type, body }) =>
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  await show()
  let timer: NodeJS.Timeout | undefined
  // One after the other: of two saves in quick succession the first would else come last.
  let showing = Promise.resolve()
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      showing = showing.then(show).catch((error: Error) => void process.stderr.write(`${error.message}\n`))
    }, 100)
  }
  watch(folder, { recursive: true }, again)
  db.onChange(again)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`
  return {
    data: { url },
    lines: [`Your site in this theme: ${url}`, 'Pages load again when you save a file. Ctrl+C ends it.'],
  }
}

/** `vitrine theme`. A theme that is refused ends with code 1. */
export const themeCommand = async (
  argv: readonly string[],
  config: Config,
  openStore: (config: Config) => Promise<Database>,
): Promise<CommandOutput> => {
  const { args, value, wrong } = readArgs(argv, [], usage, ['port'])
  const [verb = '', given, ...more] = args
  const port = Number(value('port') ?? 4321)
  if (more.length > 0 || (given === undefined) !== (verb === 'list') || !Number.isInteger(port)) throw wrong()
  const target = given ?? ''
  if (!['check', 'add', 'dev', 'list', 'remove'].includes(verb)) throw wrong()
  const packed = verb === 'check' || verb === 'add' ? await read(target) : undefined
  if (packed && !packed.theme && verb === 'add')
    throw new VitrineError('invalid', ['The theme was not added.', ...linesOf(packed)].join('\n  '))
  if (packed && verb === 'check') {
    process.exitCode = packed.theme ? 0 : 1
    return {
      data: { id: packed.id, ok: packed.theme !== undefined, problems: packed.problems },
      lines: linesOf(packed),
    }
  }
  const db = await openStore(config)
  if (verb === 'dev') return dev(target, port, config, db)
  const themes = createThemes(db, readClientBuild(clientFolder).themes)
  try {
    if (packed) {
      const { id, name } = await themes.add(packed, { by }).catch((error: unknown) => {
        throw error instanceof Invalid ? new VitrineError('invalid', Object.values(error.fields).join(' ')) : error
      })
      const lines = [...linesOf(packed).slice(0, -1), `${name} (${id}) is added. Choose it in Settings, Look.`]
      return { data: { id, problems: packed.problems }, lines }
    }
    if (verb === 'remove') {
      await themes.remove(target, { by })
      return { data: { id: target }, lines: [`${target} is removed. A page in it has the look Editorial now.`] }
    }
    await themes.checkAgain({ warn: () => {} })
    const own = (await themes.list()).map(({ id, name, problem }) => ({ id, name, problem }))
    const lines = own.map(
      ({ id, name, problem }) => `${id}  ${name}${problem === null ? '' : `  (not used: ${problem})`}`,
    )
    return { data: { themes: own }, lines: lines.length > 0 ? lines : ['There are no themes but those of Vitrine.'] }
  } finally {
    await db.close()
  }
}
