import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../release/run.ts'
import { writeTar } from '../release/tarball.ts'

interface Manifest {
  Config: string
  RepoTags: string[]
  Layers: string[]
}

/**
 * Rewrites an archive of an image (`docker-archive`) so that the same files give the same bytes: engines write random names into it, of the
 * container in which they built.
 */
export const withSameBytes = async (archive: string, { epoch, work }: { epoch: number; work: string }) => {
  const from = await mkdtemp(path.join(work, 'saved-'))
  const to = path.join(from, 'same')
  await mkdir(to)
  await run('tar', ['--extract', `--file=${archive}`, '--directory', from, '--no-same-owner'])
  const [{ Config, RepoTags, Layers }] = JSON.parse(await readFile(path.join(from, 'manifest.json'), 'utf8')) as [
    Manifest,
  ]
  const { container, container_config, ...config } = JSON.parse(await readFile(path.join(from, Config), 'utf8'))
  const text = JSON.stringify({ ...config, config: { ...config.config, Hostname: '' } })
  const name = `${createHash('sha256').update(text).digest('hex')}.json`
  await writeFile(path.join(to, name), text)
  await writeFile(path.join(to, 'manifest.json'), JSON.stringify([{ Config: name, RepoTags, Layers }]))
  for (const layer of Layers) {
    await mkdir(path.dirname(path.join(to, layer)), { recursive: true })
    await rename(path.join(from, layer), path.join(to, layer))
  }
  await writeTar({ folder: to, names: ['manifest.json', name, ...Layers], file: archive, epoch })
  await rm(from, { recursive: true })
}
