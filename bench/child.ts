import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that this run started and ends. */
export interface Child {
  pid: number
  process: ChildProcess
  /** What it printed so far, both streams. */
  said(): string
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export const startChild = (command: string, args: string[], options: SpawnOptions = {}): Child => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)))
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child)
      resolve()
    })
  })
  return {
    pid: child.pid ?? 0,
    process: child,
    said: () => Buffer.concat(chunks).toString(),
    async stop() {
      const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
      child.kill('SIGTERM')
      await ended
      clearTimeout(hard)
    },
  }
}

/** Milliseconds from now until the address answers with a status under 400; throws when the process ends or the time is up. */
export const untilAnswers = async (url: string, child: Child, within = 30_000, pause = 10): Promise<number> => {
  const started = performance.now()
  while (performance.now() - started < within) {
    if (child.process.exitCode !== null) throw new Error(`It ended before it answered:\n${child.said()}`)
    const ok = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status < 400
      },
      () => false,
    )
    if (ok) return performance.now() - started
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error(`${url} did not answer within ${within} ms:\n${child.said()}`)
}

/** Its child processes, the direct ones. Linux only. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Processor time it has used so far, in ms. Linux only; its clock ticks 100 times a second. */
export const cpuTime = (pid: number): number => {
  // Fields 14 and 15 of proc_pid_stat(5), counted behind the name in brackets, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory in MB: now, and the highest it ever was. Linux only. */
export const memoryOf = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
