import { spawnSync } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../release/run.ts'

/** Sentence about a tool that is missing to make an image light; undefined when none is. */
export const notLightenable = (): string | undefined =>
  spawnSync('strip', ['--version'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'This takes strip (Debian: apt install binutils).'

const typst = 'node_modules/@myriaddreamin'

/** Takes out of an unpacked release what does not run in an image: Node's symbols for debuggers (18 MB) and, if wanted, Typst (52 MB). */
export const lighten = async (release: string, { withoutPdf }: { withoutPdf: boolean }): Promise<void> => {
  await run('strip', [path.join(release, 'node/bin/node')])
  if (!withoutPdf) return
  const names = (await readdir(path.join(release, typst))).filter((name) => name.startsWith('typst-ts-node-compiler'))
  if (names.length === 0) throw new Error(`There is no Typst in ${typst} that could be left out.`)
  for (const name of names) await rm(path.join(release, typst, name), { recursive: true })
}
