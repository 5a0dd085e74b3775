// Makes a container image of a release: node scripts/container/container.ts vitrine-VERSION-linux-x64.tar.xz
//   [--tag NAME] [--suite SUITE] [--engine NAME] [--save FILE.tar] [--without-pdf]
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../release/run.ts'
import { buildImage, engineNames, findEngine, saveImage } from './engine.ts'
import { lighten, notLightenable } from './lighten.ts'
import { withSameBytes } from './same-bytes.ts'
import { makeSystem } from './system.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tag: { type: 'string' },
    /** Release of Debian that the libraries come from. */
    suite: { type: 'string', default: 'stable' },
    engine: { type: 'string' },
    /** File for the image as an archive. */
    save: { type: 'string' },
    /** Leaves out Typst; the CV then comes as DOCX, text and JSON only. */
    'without-pdf': { type: 'boolean', default: false },
  },
})

const stop = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const engine =
  values.engine ?? findEngine() ?? stop(`This takes ${engineNames.join(', or ')} (Debian: apt install buildah).`)
const hindrance = notLightenable()
if (hindrance) stop(hindrance)
const [archive = stop('Name the archive of a release that has Node in it: npm run release makes it.')] = positionals

const work = await mkdtemp(path.join(tmpdir(), 'vitrine-container-'))
try {
  const context = path.join(work, 'context')
  const release = path.join(context, 'vitrine')
  await mkdir(release, { recursive: true })
  const unpacking = ['--extract', `--file=${path.resolve(archive)}`, '--strip-components=1', '--no-same-owner']
  await run('tar', [...unpacking, '--directory', release])
  if (!(await readdir(release)).includes('node'))
    stop(`${archive} has no Node in it. Name the archive of a platform, not the package.`)
  await lighten(release, { withoutPdf: values['without-pdf'] })
  await makeSystem(path.join(context, 'system'), { suite: values.suite, work })
  await mkdir(path.join(context, 'data'))
  const { version } = JSON.parse(await readFile(path.join(release, 'package.json'), 'utf8'))
  const tag = values.tag ?? `localhost/vitrine:${version}`
  const epoch = Math.floor((await stat(path.join(release, 'package.json'))).mtimeMs / 1000)
  const file = path.join(root, 'docs/deploy/Containerfile')
  await buildImage(engine, { file, tag, folder: context, epoch })
  if (values.save) {
    await rm(values.save, { force: true })
    await saveImage(engine, tag, path.resolve(values.save))
    await withSameBytes(path.resolve(values.save), { epoch, work })
  }
  console.log(`${tag} is built.`)
} finally {
  await rm(work, { recursive: true, force: true })
}
