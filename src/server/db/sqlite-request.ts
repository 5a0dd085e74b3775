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
