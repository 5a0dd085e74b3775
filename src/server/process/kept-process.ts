import { type ChildProcess, fork } from 'node:child_process'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'
import { Unavailable } from '../../model/errors.ts'
import { memoryIsShort } from './short-memory.ts'

interface KeptProcessOptions {
  file: URL
  args: readonly string[]
  /** The most that its JavaScript may take, in MB. */
  heapMb: number
  /** All of its environment: the server's has secrets. */
  env: Readonly<Record<string, string>>
  idleMs: number
}

/** The process while it works on a job. */
interface HeldProcess {
  worker: ChildProcess
  /** True for one that was just forked and has yet to say that it is ready. */
  fresh: boolean
  /** Gives the process back; it ends after its idle time. */
  release(): void
  /** Ends it at once, whatever it does. */
  kill(): void
}

/** A process for one kind of work, which the server can lose: forked when it is needed, ended when idle. One job holds it at a time. */
export const keepProcess = ({ file, args, heapMb, env, idleMs }: KeptProcessOptions) => {
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const end = (): void => {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = undefined
  }

  const forked = (): ChildProcess => {
    try {
      return fork(file, [...args], {
        execArgv: [`--max-old-space-size=${heapMb}`],
        env,
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
    } catch (error) {
      throw new Unavailable(`No process for this can be started: ${String(error)}`)
    }
  }

  const start = (): ChildProcess => {
    const started = forked()
    const gone = () => {
      if (child === started) child = undefined
    }
    // It may fail while nobody holds it, and an error that nobody hears ends the server.
    started.once('exit', gone).on('error', gone)
    // Without file descriptors it comes without a channel.
    if (!started.connected) throw new Unavailable('No process for this can be started: too many files are open.')
    return started
  }

  return {
    /** Throws `Unavailable` when it cannot be started; a start that fails later is an `error` of the worker, which has no `pid` then. */
    hold: (): HeldProcess => {
      clearTimeout(idleTimer)
      const fresh = child === undefined
      child ??= start()
      const worker = child
      worker.ref()
      worker.channel?.ref()
      return {
        worker,
        fresh,
        release: () => {
          worker.unref()
          worker.channel?.unref()
          // Its memory is wanted by the next one, of whatever kind.
          idleTimer = setTimeout(end, memoryIsShort ? 0 : idleMs).unref()
        },
        kill: () => {
          if (child === worker) end()
        },
      }
    },
    end,
    get pid() {
      return child?.pid
    },
  }
}

const shared = pLimit(1)

/** Turns for one kind of work in a process of its own. Where memory is short, all kinds share the same turns. */
export const takeTurns = (): LimitFunction => (memoryIsShort ? shared : pLimit(1))
