import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copySampleData } from '../../tests/support/product.ts'
import { type Check, Skipped } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'
import { runCli } from '../support/run-cli.ts'

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))

const modeOf = (place: string) => lstatSync(place).mode & 0o777

/** Files and folders below this one that others than their user may open. */
const exposed = (folder: string): string[] =>
  below(folder)
    .filter((place) => modeOf(place) & 0o077)
    .map((place) => `${path.relative(folder, place)} ${modeOf(place).toString(8)}`)

/** A folder as a service manager makes it, with what a version that did not care for modes has left in it. */
const leaveOpen = async (dataDir: string, old: boolean) => {
  if (old) await copySampleData(dataDir, { empty: true })
  else mkdirSync(dataDir)
  if (old) {
    mkdirSync(path.join(dataDir, 'backups'), { recursive: true })
    writeFileSync(path.join(dataDir, 'backups', 'daily-2026-01-01-040000.backup'), 'old')
  }
  for (const place of below(dataDir)) chmodSync(place, lstatSync(place).isDirectory() ? 0o755 : 0o644)
  chmodSync(dataDir, 0o755)
}

/** Nobody else on the machine reads what is stored. */
export const fileModes: Check = {
  name: 'file-modes',
  kind: 'threat',
  quick: true,
  promise:
    'In a data folder that everyone can open, new or left by an older version, another user can read no database, log, secret or backup. The doctor names the folder. The exported site can be read.',
  run: async ({ folder }) => {
    if (process.platform === 'win32') throw new Skipped('files have no such modes on Windows')
    const found: string[] = []
    const wrong: string[] = []
    let looked = 0
    const command = async (words: string[], DATA_DIR: string, allowed = 0) => {
      const ran = await runCli(words, { DATA_DIR })
      if (ran.code !== allowed) wrong.push(`${words.join(' ')}: ${ran.code} ${ran.err || ran.out}`)
      return ran.out
    }
    const look = (when: string, dataDir: string) => {
      looked += below(dataDir).length
      found.push(...exposed(dataDir).map((place) => `${when}: ${place}`))
    }
    const site = path.join(folder, 'site')
    for (const old of [false, true]) {
      const dataDir = path.join(folder, old ? 'old' : 'new')
      await leaveOpen(dataDir, old)
      const product = await startOwned({ dataDir, under: ['sh', '-c', 'umask 022; exec "$@"', 'sh'] })
      await product.own('PATCH', '/api/settings', { name: 'Olga' })
      await command(['backup', '--daily'], dataDir)
      look(`${old ? 'old' : 'new'} folder, while it runs`, dataDir)
      if (!existsSync(path.join(dataDir, 'vitrine.db-wal'))) wrong.push('there was no log to look at')
      await product.stop()
      if (old) continue
      const backup = path.join(folder, 'asked.backup')
      await command(['backup', backup], dataDir)
      if (modeOf(backup) & 0o077) found.push(`asked for: ${modeOf(backup).toString(8)}`)
      await command(['export', site], dataDir)
      await command(['restore', backup, '--force'], dataDir)
      look('after a restore', dataDir)
      const said = await command(['doctor', '--json'], dataDir)
      if (!said.includes('(mode 0755)')) wrong.push(`the doctor does not name the folder: ${said}`)
    }
    const pages = existsSync(site) ? [site, ...below(site)] : []
    const hidden = pages.filter((place) => (modeOf(place) & 0o044) !== 0o044)
    return [
      atLeast('files and folders looked at', looked, 12),
      none('of them open to others', found),
      none('commands that failed, or said nothing', wrong),
      atLeast('files of the exported site', pages.length, 5),
      none('of them closed to a web server', hidden),
    ]
  },
}
