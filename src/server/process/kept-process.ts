import { type ChildProcess, fork } from 'node:child_process'
import pLimit from 'p-limit'
import { TooMany, Unavailable } from '../../model/errors.ts'
import { memoryIsShort } from './lean-process.ts'

interface KeptProcessOptions {
  file: URL
  args: readonly string[]
  /** The most that its JavaScript may take, in MB. */
  heapMb: number
  /** All of its environment: the server's has secrets. */
  env: Readonly<Record<string, string>>
  idleMs: number
}

/** Ways in which a job goes on or ends. */
interface Turn<Result> {
  done(result: Result): void
  /** Rejects the job; the process is there for the next. */
  refuse(error: Error): void
  /** Rejects the job and kills the process. */
  fail(error: Error): void
  /** Time that the job may take from now on, in ms; then it fails. */
  allow(ms: number, late: () => Error): void
}

interface Job<Message, Report, Result> {
  message: Message
  timeoutMs: number
  /** True for a process that does not say when it is ready: the job is kept for it until it has started. */
  atOnce?: boolean
  late(): Error
  sent?(turn: Turn<Result>): void
  /** Called with each report but `ready`. */
  heard(report: Exclude<Report, { kind: 'ready' }>, turn: Turn<Result>): void
  /** The reason for whoever waits, when the process ends by itself. */
  ended(code: number | null, signal: NodeJS.Signals | null): Error
}

const stopping = () => new Unavailable('The server is stopping. Try again in a moment.')

/** A process for one kind of work, which the server can lose: forked when it is needed, ended when idle. One job holds it at a time. */
export const keepProcess = ({ file, args, heapMb, env, idleMs }: KeptProcessOptions) => {
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let closed = false
  let isHeld = false

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

  /** Throws `Unavailable` when it cannot be started; a start that fails later is an `error` of the worker, which has no `pid` then. */
  const hold = () => {
    if (closed) throw stopping()
    clearTimeout(idleTimer)
    const fresh = child === undefined
    child ??= start()
    const worker = child
    isHeld = true
    worker.ref()
    worker.channel?.ref()
    return {
      worker,
      /** True for one that was just forked and has yet to say that it is ready. */
      fresh,
      /** Gives the process back; it ends after its idle time. */
      release: () => {
        isHeld = false
        worker.unref()
        worker.channel?.unref()
        // Its memory is wanted by the next one, of whatever kind.
        idleTimer = setTimeout(end, memoryIsShort ? 0 : idleMs).unref()
      },
      /** Ends it at once, whatever it does. */
      kill: () => {
        if (child === worker) end()
      },
    }
  }

  return {
    /** Forks the process, or keeps it for another while. Never throws. */
    warm: (): void => {
      try {
        if (!isHeld && !memoryIsShort) hold().release()
      } catch {
        // Whoever needs it tries again.
      }
    },
    /** Gives it a job, once it says that it is ready. Rejects with what the job says, or with `Unavailable`. */
    work: <Message extends object, Report extends { kind: string }, Result>({
      message,
      timeoutMs,
      atOnce = false,
      late,
      sent,
      heard,
      ended,
    }: Job<Message, Report, Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        const { worker, fresh, release, kill } = hold()
        let timer: NodeJS.Timeout
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          worker.off('message', hear).off('exit', left).off('error', broken)
          release()
          finish()
        }
        const turn: Turn<Result> = {
          done: (result) => settle(() => resolve(result)),
          refuse: (error) => settle(() => reject(error)),
          fail: (error) => {
            kill()
            turn.refuse(error)
          },
          allow: (ms, tooLate) => {
            clearTimeout(timer)
            timer = setTimeout(() => turn.fail(tooLate()), ms)
          },
        }
        const give = () => {
          worker.send(message)
          sent?.(turn)
        }
        const hear = (report: Report) =>
          report.kind === 'ready' ? give() : heard(report as Exclude<Report, { kind: 'ready' }>, turn)
        const left = (code: number | null, signal: NodeJS.Signals | null) =>
          turn.fail(closed ? stopping() : ended(code, signal))
        const broken = (error: Error) => {
          // A job that is sent to a process just killed breaks the channel first; its end says why.
          if (worker.pid === undefined)
            turn.fail(new Unavailable(`No process for this can be started: ${error.message}`))
        }
        worker.on('message', hear).on('exit', left).on('error', broken)
        turn.allow(timeoutMs, late)
        if (!fresh || atOnce) give()
      }),
    get isClosed() {
      return closed
    },
    get pid() {
      return child?.pid
    },
    /** Ends it for good, and with it the job in hand. */
    close: (): void => {
      closed = true
      end()
    },
  }
}

const shared = pLimit(1)

/**
 * Turns for one kind of work in a process of its own. Where memory is short, all kinds share the same turns. Throws `TooMany` with this
 * refusal where `most` of the kind wait, the one in hand included.
 */
export const takeTurns = (most = Number.POSITIVE_INFINITY, refusal = '') => {
  const turns = memoryIsShort ? shared : pLimit(1)
  let waiting = 0
  return async <R>(act: () => Promise<R>): Promise<R> => {
    if (waiting >= most) throw new TooMany(refusal, 5)
    waiting += 1
    try {
      return await turns(act)
    } finally {
      waiting -= 1
    }
  }
}
