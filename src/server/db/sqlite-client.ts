import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../model/errors.ts'
import { programFile } from '../process/package-root.ts'
import { isOfTheDisk, openedApart, sqliteError } from './sqlite-error.ts'

/** A request to the worker. `inside`: the caller has a transaction open. */
export type SqliteRequest =
  | { id: number; kind: 'run'; sql: string; parameters: readonly unknown[]; inside: boolean }
  | { id: number; kind: 'release' }
  | { id: number; kind: 'close' }

/** Rows as arrays of values in the order of `columns`: half as dear to send between threads as objects. */
export interface SqliteResult {
  columns: string[]
  rows: unknown[][]
  changes?: number
}

/** `errcode` is SQLite's extended result code, 0 for other errors; `apart` as in `OpenedFile`. */
export type SqliteReply =
  | { id: number; result: SqliteResult; apart: boolean }
  | { id: number; error: { message: string; errcode: number } }

const workerFile = programFile('sqlite-worker', import.meta.url)

type Question = SqliteRequest extends infer R ? (R extends SqliteRequest ? Omit<R, 'id'> : never) : never

interface Waiting {
  resolve(result: QueryRows): void
  reject(error: Error): void
}

/** Rows as objects by column name. */
interface QueryRows {
  rows: Record<string, unknown>[]
  /** Of statements that return no rows. */
  changes?: number | undefined
}

const withNames = ({ columns, rows, changes }: SqliteResult): QueryRows => ({
  rows: rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = values[index]
    return row
  }),
  changes,
})

const copied = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value)

/**
 * Starts the worker at the first request, and again if it dies; its open requests then fail with `Unavailable`. `heap` bounds it, in
 * MB; `onFailure` is called when nothing can be written.
 */
export const createSqliteClient = (
  file: string,
  { heap, onFailure }: { heap: number; onFailure: (message: string) => void },
) => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let generation = 1
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(workerFile, {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: heap },
    })
    started.on('message', (reply: SqliteReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) {
        const error = sqliteError(reply.error.message, reply.error.errcode)
        if (isOfTheDisk(error)) onFailure(error.message)
        asked?.reject(error)
        return
      }
      if (reply.apart) onFailure(openedApart)
      asked?.resolve(withNames(reply.result))
    })
    // Without a listener the error would end the process; `exit` follows.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      generation += 1
      for (const { reject } of waiting.values()) reject(new Unavailable('The database stopped; try again.'))
      waiting.clear()
    })
    return started
  }

  const ask = (question: Question): Promise<QueryRows> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      lastId += 1
      const request = { ...question, id: lastId } as SqliteRequest
      waiting.set(lastId, { resolve, reject })
      if (request.kind === 'run' && request.parameters.some((value) => value instanceof Uint8Array)) {
        // Transferred instead of the caller's own bytes.
        const parameters = request.parameters.map(copied)
        const buffers = parameters.flatMap((value) =>
          value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [],
        )
        worker.postMessage({ ...request, parameters }, buffers)
      } else worker.postMessage(request)
    })

  const close = async () => {
    if (!worker) return
    const ended = new Promise((resolve) => worker?.once('exit', resolve))
    await ask({ kind: 'close' })
    await ended
  }

  const release = async () => {
    if (worker) await ask({ kind: 'release' })
  }

  return {
    ask,
    /** Grows when the worker ends, which loses what was open in it. Never 0. */
    get generation() {
      return generation
    },
    /** Closes the file; the next request opens it again. */
    release,
    close,
  }
}

export type SqliteClient = ReturnType<typeof createSqliteClient>
