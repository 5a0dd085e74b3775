import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { run } from './run.ts'

interface Tarball {
  /** Goes into the file under its own name, or only what is named in it. */
  folder: string
  names?: readonly string[]
  file: string
  /** Seconds since 1970, the time of every file in it. */
  epoch: number
}

const env = { ...process.env, LC_ALL: 'C', TAR_OPTIONS: '' }

const missing = (program: string, needed: string, hint: string): string | undefined => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).includes(needed) ? undefined : hint
  } catch {
    return hint
  }
}

/** Why nothing can be packed here, in a sentence; undefined when it can. */
export const missingProgram = (withArchives = false): string | undefined =>
  missing('tar', 'GNU tar', 'GNU tar is needed, for its --sort and --mtime.') ??
  (withArchives ? missing('xz', 'liblzma', 'xz is needed: the package xz-utils.') : undefined)

/**
 * Writes a folder into a tar file with the same bytes on every machine: sorted, one time, no owner, two modes
 * (https://reproducible-builds.org/docs/archives/).
 */
export const writeTar = async ({ folder, names, file, epoch }: Tarball): Promise<void> => {
  const plain = ['--format=ustar', '--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner']
  const modes = '--mode=u+rw,go+r,go-w,a-s,a+X'
  const from = names ? [folder, ...names] : [path.dirname(folder), path.basename(folder)]
  await run('tar', ['--create', `--file=${file}`, ...plain, modes, '--directory', ...from], { env })
}

/** As `writeTar`, compressed as npm packages are. */
export const writeTgz = async ({ file, ...rest }: Tarball): Promise<void> => {
  const plain = file.replace(/\.tgz$/, '.tar')
  await writeTar({ file: plain, ...rest })
  await pipeline(createReadStream(plain), createGzip({ level: 9 }), createWriteStream(file))
  await rm(plain)
}
