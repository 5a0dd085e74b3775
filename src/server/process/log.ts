import { createLineWriter, type LineWriter } from './line-writer.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]
export type Details = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Events and requests of the process. Never given a body, a token, a password or a query string. */
export interface Log {
  debug(event: string, details?: Details): void
  info(event: string, details?: Details): void
  warn(event: string, details?: Details): void
  error(event: string, details?: Details): void
  /** True when requests are logged; checked before a line is put together. */
  readonly requests: boolean
  /** One answered request; `bytes` of its body, where they are known. */
  request(method: string, path: string, status: number, bytes: number | undefined, details?: Details): void
  /** Lines for a person at a terminal, as they are. */
  say(text: string): void
  /** Writes out what is still waiting; for the end of the process. */
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

// What a client has sent must not be able to begin a line, or to move a terminal's cursor.
const harmless = (line: string) =>
  line.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

// Stays readable; none of its lines can pass for one of ours.
const stack = (text: string) => text.split('\n').map(harmless).join('\n  ')

const readable = (details: Details) =>
  Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${name === 'at' ? stack(String(value)) : harmless(String(value))}`)
    .join('')

/** One JSON line for each event and request; on a terminal a line for people. */
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
    // Put together by hand: on the visit path this is the only thing that grows with the number of visits.
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
