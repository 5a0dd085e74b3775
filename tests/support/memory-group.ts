import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A control group of the kernel with a bound on memory, swap included, as a container has. */
export interface MemoryGroup {
  /** What a command is run under to be in it, as `startProduct` takes it. */
  under: string[]
  /** Processes that the kernel has killed in it because memory ran out. */
  kills(): number
  /** The most that was in use at once, page cache included, in bytes. */
  peak(): number
  /** Only once every process in it has ended. */
  remove(): void
}

interface Kind {
  parent: string
  limits: (bytes: number) => Record<string, string>
  peak: string
  kills: string
}

// Version 2 where the system uses it whole, else the memory controller of version 1.
const kinds: Kind[] = [
  {
    parent: '/sys/fs/cgroup',
    limits: (bytes) => ({ 'memory.max': `${bytes}`, 'memory.swap.max': '0' }),
    peak: 'memory.peak',
    kills: 'memory.events',
  },
  {
    parent: '/sys/fs/cgroup/memory',
    // In this order: the sum with swap may never be below the first.
    limits: (bytes) => ({ 'memory.limit_in_bytes': `${bytes}`, 'memory.memsw.limit_in_bytes': `${bytes}` }),
    peak: 'memory.max_usage_in_bytes',
    kills: 'memory.oom_control',
  },
]

let count = 0

const tryKind = ({ parent, limits, peak, kills }: Kind, bytes: number): MemoryGroup => {
  count += 1
  const folder = path.join(parent, `vitrine-${process.pid}-${count}`)
  const file = (name: string) => path.join(folder, name)
  mkdirSync(folder)
  try {
    // Files of this file system are there or not; writing never makes one.
    for (const [name, value] of Object.entries(limits(bytes))) writeFileSync(file(name), value, { flag: 'r+' })
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  return {
    under: ['sh', '-c', `echo $$ > ${file('cgroup.procs')} && exec "$@"`, 'sh'],
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(file(kills), 'utf8'))?.[1] ?? 0),
    peak: () => Number(readFileSync(file(peak), 'utf8')),
    remove: () => rmdirSync(folder),
  }
}

/** Makes a group with so many bytes, or returns why this machine gives none. */
export const createMemoryGroup = (bytes: number): MemoryGroup | string => {
  const reasons: string[] = []
  for (const kind of kinds) {
    if (!existsSync(kind.parent)) continue
    try {
      return tryKind(kind, bytes)
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  return `No memory group can be made here: ${reasons.join('; ') || 'the kernel has no control groups'}`
}
