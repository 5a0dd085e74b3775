import type { SerialQueue } from './serial-queue.ts'

interface SqliteConnection {
  queue: SerialQueue
  release(): Promise<void>
}

const connections = new Map<string, Set<SqliteConnection>>()

export const noteConnection = (file: string, connection: SqliteConnection): (() => void) => {
  const all = connections.get(file) ?? new Set()
  connections.set(file, all.add(connection))
  return () => all.delete(connection)
}

/**
 * Closes and reopens all connections of this process to a file at once: a lock that keeps others out ends with the last of them.
 * False, without effect, while a transaction is open.
 */
export const reopen = async (file: string): Promise<boolean> => {
  const taken: SqliteConnection[] = []
  try {
    for (const connection of connections.get(file) ?? []) {
      // Waiting for a turn while holding another could deadlock.
      if (!connection.queue.tryTake()) return false
      taken.push(connection)
    }
    await Promise.all(taken.map((connection) => connection.release()))
    return true
  } finally {
    for (const { queue: turns } of taken) turns.release()
  }
}
