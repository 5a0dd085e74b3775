import { write, writeSync } from 'node:fs'

const flushIntervalMs = 100
const flushAt = 64 * 1024
const maxBufferedLength = 4 * 1024 * 1024

/**
 * Writes lines in batches, outside the event loop: a slow or stuck reader of the output costs log lines, never a visit.
 * (`process.stdout` waits for pipes and files.)
 */
export const createLineWriter = (fd: number) => {
  let waiting = ''
  let dropped = 0
  let writing = false
  let timer: NodeJS.Timeout | undefined
  let flushed = 0

  // A single line leaves at once, a stream of them ten times a second.
  const soon = () => {
    timer ??= setTimeout(flush, Math.max(0, flushed + flushIntervalMs - performance.now())).unref()
  }
  const send = (bytes: Buffer, from: number) => {
    write(fd, bytes, from, bytes.length - from, null, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => send(bytes, from), 20).unref()
        return
      }
      // Nobody reads any more, or the disk is full: lines are lost, the process lives on.
      if (!error && from + written < bytes.length) {
        send(bytes, from + written)
        return
      }
      writing = false
      if (waiting !== '') soon()
    })
  }
  const flush = () => {
    timer = undefined
    if (writing || waiting === '') return
    writing = true
    flushed = performance.now()
    const bytes = Buffer.from(waiting)
    waiting = ''
    send(bytes, 0)
  }

  return {
    write: (line: string): void => {
      if (waiting.length > maxBufferedLength) {
        dropped += 1
        return
      }
      if (dropped > 0) {
        waiting += `${JSON.stringify({ time: new Date().toISOString(), level: 'warn', event: 'Log lines dropped', dropped })}\n`
        dropped = 0
      }
      waiting += line
      if (waiting.length > flushAt && !writing) {
        clearTimeout(timer)
        timer = undefined
        flush()
      } else if (!writing) soon()
    },
    close: (): void => {
      clearTimeout(timer)
      try {
        if (waiting !== '') writeSync(fd, waiting)
      } catch {
        // The reader has ended first.
      }
      waiting = ''
    },
  }
}

type LineWriter = ReturnType<typeof createLineWriter>

const levels = ['debug', 'info', 'warn', 'error'] as const
type LogLevel = (typeof levels)[number]
type Details = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Log of events and requests. Never given a body, a token, a password or a query string. */
export interface Log {
  debug(event: string, details?: Details): void
  info(event: string, details?: Details): void
  warn(event: string, details?: Details): void
  error(event: string, details?: Details): void
  readonly requests: boolean
  request(method: string, path: string, status: number, bytes: number | undefined, details?: Details): void
  say(text: string): void
  close(): void
}

const clock = () => {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      text = new Date(now).toISOString()
    }
    return text
  }
}

// Text of a client must not begin a line or move a terminal's cursor.
const harmless = (line: string) =>
  line.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

// Indents each line of a stack, so that none can pass for a log line.
const stack = (text: string) => text.split('\n').map(harmless).join('\n  ')

const readable = (details: Details) =>
  Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${name === 'at' ? stack(String(value)) : harmless(String(value))}`)
    .join('')

export const createLog = (options: { level: LogLevel; terminal: boolean; writer?: LineWriter }): Log => {
  const { terminal, writer = createLineWriter(1) } = options
  const least = levels.indexOf(options.level)
  const time = clock()
  const event = (level: LogLevel) => {
    if (levels.indexOf(level) < least) return () => {}
    return (text: string, details: Details = {}) =>
      terminal
        ? writer.write(`${time().slice(11, 19)} ${level === 'info' ? '' : `${level}: `}${text}${readable(details)}\n`)
        : writer.write(`${JSON.stringify({ time: time(), level, event: text, ...details })}\n`)
  }
  return {
    debug: event('debug'),
    info: event('info'),
    warn: event('warn'),
    error: event('error'),
    requests: least <= levels.indexOf('info'),
    // Built by hand: on the path of a visit, only the log grows with the number of visits.
    request: (method, path, status, bytes, details) =>
      terminal
        ? writer.write(
            `${time().slice(11, 19)} ${method} ${harmless(path)} ${status}${bytes === undefined ? '' : ` ${bytes} B`}${details ? readable(details) : ''}\n`,
          )
        : writer.write(
            `{"time":"${time()}","level":"info","event":"request","method":"${method}","path":${JSON.stringify(path)},"status":${status}${bytes === undefined ? '' : `,"bytes":${bytes}`}${
              details ? `,${JSON.stringify(details).slice(1, -1)}` : ''
            }}\n`,
          ),
    say: (text) => writer.write(text),
    close: () => writer.close(),
  }
}
