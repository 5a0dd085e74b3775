import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

export interface Mount {
  /** Folder at which it is mounted. */
  point: string
  /** File system, such as `ext4`, `overlay` or `tmpfs`. */
  type: string
}

// Blanks and backslashes are octal there, https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
const plain = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

const holds = (point: string, place: string) => point === '/' || place === point || place.startsWith(`${point}/`)

/** The mount that holds a path, in the text of `/proc/self/mountinfo`. */
export const mountOf = (place: string, mountinfo: string): Mount | undefined => {
  let found: Mount | undefined
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const point = before.split(' ')[4]
    const [type = ''] = after.split(' ')
    if (point === undefined || !holds(plain(point), place)) continue
    // Of two at the same folder the later one covers the other.
    if (!found || plain(point).length >= found.point.length) found = { point: plain(point), type }
  }
  return found
}

const nearestReal = async (place: string): Promise<string> => {
  const real = await realpath(place).catch(() => undefined)
  return real ?? (path.dirname(place) === place ? place : nearestReal(path.dirname(place)))
}

/** The mount on which a path is, or would be made; undefined where the system does not say. */
export const findMount = async (place: string): Promise<Mount | undefined> => {
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return mountOf(await nearestReal(path.resolve(place)), mountinfo)
}
