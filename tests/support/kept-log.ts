import { createLog } from '../../src/server/process/log.ts'

/** A log and the lines that came to it. */
export const keptLog = (level: Parameters<typeof createLog>[0]['level'] = 'info') => {
  const lines: string[] = []
  const writer = { write: (line: string) => lines.push(line), close: () => {} }
  return { lines, log: createLog({ level, terminal: false, writer }) }
}
