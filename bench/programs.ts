import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

const places = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']

const find = (program: string): string | undefined =>
  places
    .map((place) => path.join(place, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Paths of the programs named, installed through apt-get where we may; throws a sentence that names what is missing. */
export const needPrograms = (...programs: string[]): string[] => {
  const missing = programs.filter((program) => !find(program))
  if (missing.length > 0 && mayInstall()) {
    console.log(`Installing ${missing.join(', ')} through apt-get …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // What taskset comes in is called otherwise.
    const packages = missing.map((program) => (program === 'taskset' ? 'util-linux' : program))
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env })
  }
  return programs.map((program) => {
    const found = find(program)
    if (!found) throw new Error(`${program} is not installed, and could not be: put it on the PATH and run again.`)
    return found
  })
}
