import { execFile } from 'node:child_process'
import { cp, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'

const run = promisify(execFile)

const readJson = async (folder: string, name: string) =>
  JSON.parse(await readFile(path.join(folder, name), 'utf8').catch(() => '{}'))

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )

/** What a release depends on, the optional ones and what they lead to among them: each place with its version and hash. */
const dependenciesOf = async (folder: string) => {
  const { dependencies = {}, optionalDependencies = {} } = await readJson(folder, 'package.json')
  const { packages: { '': _, ...locked } = {} } = await readJson(folder, 'npm-shrinkwrap.json')
  return { dependencies, optionalDependencies, locked }
}

/** Throws when a release brings a Node that does not run here. */
export const assertRuns = async (folder: string): Promise<void> => {
  const node = path.join(folder, 'node/bin/node')
  if (!(await isThere(node))) return
  await run(node, ['--version']).catch(() => {
    throw new VitrineError(
      'invalid',
      `This archive is for another platform: its Node does not run on this machine, which is ${process.platform}-${process.arch}. Nothing was changed.`,
    )
  })
}

/** Gives an npm package what it depends on: that of the running version where it is the same, else from the registry. */
export const addDependencies = async (folder: string, running: string): Promise<void> => {
  const modules = path.join(folder, 'node_modules')
  // An archive for a platform has them in it.
  if (await isThere(modules)) return
  const present = path.join(running, 'node_modules')
  if (isDeepStrictEqual(await dependenciesOf(folder), await dependenciesOf(running)) && (await isThere(present))) {
    await cp(present, modules, { recursive: true, verbatimSymlinks: true })
    return
  }
  const locked = await isThere(path.join(folder, 'npm-shrinkwrap.json'))
  const words = [locked ? 'ci' : 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', words, { cwd: folder }).catch((error: Error) => {
    throw new VitrineError(
      'invalid',
      `The packages that the new version depends on could not be installed, so nothing was changed. The archive for your platform has them in it.\n${error.message.trim()}`,
    )
  })
}

/** Gives an npm package the Node of the running version, where that came with one: nothing else may be there to run it. */
export const addRuntime = async (folder: string, running: string): Promise<void> => {
  if (await isThere(path.join(folder, 'node'))) return
  for (const name of ['node', 'vitrine'])
    if (await isThere(path.join(running, name)))
      await cp(path.join(running, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true })
}
