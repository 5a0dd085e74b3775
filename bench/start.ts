import { execFile } from 'node:child_process'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../tests/support/free-port.ts'
import { copySampleData } from '../tests/support/product.ts'
import { type Child, startChild, untilAnswers } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const rounds = 5

/** npm starts a shell that starts Node: the signal has to reach the whole group. */
const stopGroup = async (child: Child) => {
  process.kill(-child.pid, 'SIGTERM')
  await new Promise((resolve) => child.process.once('close', resolve))
}

const seconds = async (command: string[], cwd: string, dataDir: string, within: number): Promise<number> => {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  }
  const child = startChild(command[0] as string, command.slice(1), { cwd, env, detached: true })
  try {
    return (await untilAnswers(`http://127.0.0.1:${port}/`, child, within)) / 1000
  } finally {
    await stopGroup(child)
  }
}

const cleanStart = async (): Promise<Figure> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-clone-'))
  try {
    await run('git', ['clone', '--quiet', root, folder])
    const value = await seconds(['npm', 'start'], folder, path.join(folder, 'data'), 300_000)
    return { name: 'npm start on a fresh clone, to the first 200', value, unit: 'seconds', goal: { atMost: 120 } }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long the owner waits for the first 200. `clean` also clones the committed state and starts that. */
export const start = async ({ clean }: { clean: boolean }): Promise<Bench> => {
  // Should the packages be out of date, npm start installs them anew; behind a link they would be another checkout's.
  if ((await lstat(path.join(root, 'node_modules'))).isSymbolicLink())
    throw new Error('node_modules is a link; a start might replace what it leads to.')
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-start-'))
  const figures: Figure[] = []
  try {
    // The first start loads the samples; what is timed are the ones after it.
    await copySampleData(folder)
    const whole: number[] = []
    const own: number[] = []
    const nothing: number[] = []
    for (let round = 0; round < rounds; round++) {
      whole.push(await seconds(['npm', 'start'], root, folder, 60_000))
      own.push(await seconds([process.execPath, 'dist/server/main.js'], root, folder, 60_000))
      const before = performance.now()
      await run('npm', ['--version'], { cwd: root })
      nothing.push((performance.now() - before) / 1000)
    }
    figures.push(
      {
        name: 'npm start on a prepared checkout, to the first 200',
        value: median(whole),
        unit: 'seconds',
        goal: { atMost: 1 },
        note: `npm itself takes ${median(nothing).toFixed(2)} s of it (npm --version)`,
      },
      { name: 'node dist/server/main.js, to the first 200', value: median(own), unit: 'seconds' },
    )
    if (clean) figures.push(await cleanStart())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return {
    title: 'Start',
    method: `From the command to the first 200 on \`/\`, with the sample content, median of ${rounds}.`,
    figures,
  }
}
