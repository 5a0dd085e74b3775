import { spawnSync } from 'node:child_process'
import { run } from '../release/run.ts'

interface Engine {
  /** Builds an image from a folder; `epoch` is the time of its files, in seconds. */
  build(image: { file: string; tag: string; folder: string; epoch: number }): string[]
  /** Writes it into a file that `docker load` and `podman load` read. */
  save(tag: string, file: string): string[]
}

// A health check is part of Docker's format only.
const format = ['--format', 'docker']

/** Programs that build images. The first two need neither a daemon nor a registry. */
const engines: Readonly<Record<string, Engine>> = {
  buildah: {
    build: ({ file, tag, folder, epoch }) => [
      ...['bud', '--isolation', 'chroot', ...format, '--timestamp', String(epoch), '--quiet'],
      ...['--file', file, '--tag', tag, folder],
    ],
    save: (tag, file) => ['push', '--quiet', tag, `docker-archive:${file}:${tag}`],
  },
  podman: {
    build: ({ file, tag, folder, epoch }) => [
      ...['build', ...format, '--timestamp', String(epoch), '--quiet', '--file', file, '--tag', tag, folder],
    ],
    save: (tag, file) => ['save', '--quiet', '--output', file, tag],
  },
  docker: {
    build: ({ file, tag, folder }) => ['build', '--quiet', '--file', file, '--tag', tag, folder],
    save: (tag, file) => ['save', '--output', file, tag],
  },
}

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

export const findEngine = (): string | undefined => Object.keys(engines).find(isThere)

export const engineNames = Object.keys(engines)

const command = (name: string): Engine => {
  const engine = engines[name]
  if (!engine) throw new Error(`There is no engine ${name}, only ${engineNames.join(', ')}.`)
  return engine
}

export const buildImage = (name: string, image: Parameters<Engine['build']>[0]): Promise<void> =>
  run(name, command(name).build(image))

export const saveImage = (name: string, tag: string, file: string): Promise<void> =>
  run(name, command(name).save(tag, file))
