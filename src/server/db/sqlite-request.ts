/** A request to the worker. `inside` says that the asker believes a transaction of its own is open. */
export type SqliteRequest =
  | { id: number; kind: 'run'; sql: string; parameters: readonly unknown[]; inside: boolean }
  /** The file is closed, and opened anew by whatever is asked next. */
  | { id: number; kind: 'let go' }
  | { id: number; kind: 'close' }

/** Rows as arrays of values in the order of `columns`: half as dear to send between threads as objects. */
export interface SqliteResult {
  columns: string[]
  rows: unknown[][]
  /** Of statements that return no rows. */
  changes?: number
}

/** `errcode` is SQLite's extended result code, 0 for what is not SQLite's; `apart` as in `OpenedFile`. */
export type SqliteReply =
  | { id: number; result: SqliteResult; apart: boolean }
  | { id: number; error: { message: string; errcode: number } }
