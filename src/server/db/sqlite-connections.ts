import type { SerialQueue } from './serial-queue.ts'

/** A connection of this process to a SQLite file. */
export interface SqliteConnection {
  /** Of those who ask it. */
  queue: SerialQueue
  /** Closes the file; the next question opens it anew. */
  release(): Promise<void>
}

const connections = new Map<string, Set<SqliteConnection>>()

/** Notes that a connection to this file is there. Returns what takes that back. */
export const noteConnection = (file: string, connection: SqliteConnection): (() => void) => {
  const all = connections.get(file) ?? new Set()
  connections.set(file, all.add(connection))
  return () => all.delete(connection)
}

/**
 * Lets all of this process's connections open the file anew, at once: what keeps other programs out goes with the last of them.
 * False when one of them is in the middle of something; then nothing has happened.
 */
export const reopen = async (file: string): Promise<boolean> => {
  const taken: SqliteConnection[] = []
  try {
    for (const connection of connections.get(file) ?? []) {
      // Whoever waits for a turn while having another's may be waiting for someone who waits for them.
      if (!connection.queue.tryTake()) return false
      taken.push(connection)
    }
    await Promise.all(taken.map((connection) => connection.release()))
    return true
  } finally {
    for (const { queue: turns } of taken) turns.release()
  }
}
