import { SonicBoom } from 'sonic-boom'

export interface LineWriter {
  write(line: string): void
  close(): void
}

const flushIntervalMs = 100
const flushAtBytes = 64 * 1024
const maxBufferedBytes = 4 * 1024 * 1024

/**
 * Writes lines in batches, outside the event loop: a slow or stuck reader of the output costs log lines, never a visit.
 * (`process.stdout` waits for pipes and files.)
 */
export const createLineWriter = (fd: number): LineWriter => {
  let closing = false
  let dropped = 0
  let flushedAt = 0
  let timer: NodeJS.Timeout | undefined
  const stream = new SonicBoom({
    fd,
    sync: false,
    minLength: flushAtBytes,
    maxWrite: 2 * flushAtBytes,
    maxLength: maxBufferedBytes,
    retryEAGAIN: () => !closing,
  })
  stream.on('drop', () => {
    dropped += 1
  })
  // Nobody reads any more, or the disk is full: lines are lost, the process lives on.
  stream.on('error', () => {})

  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    stream.flush(() => {})
  }
  const reportDropped = () => {
    const lost = dropped
    const time = new Date().toISOString()
    stream.write(`${JSON.stringify({ time, level: 'warn', event: 'Log lines dropped', dropped: lost })}\n`)
    dropped = dropped > lost ? lost : 0
  }

  return {
    write: (line) => {
      if (dropped > 0) reportDropped()
      stream.write(line)
      // A single line leaves at once, a stream of them ten times a second.
      timer ??= setTimeout(flush, Math.max(0, flushedAt + flushIntervalMs - performance.now())).unref()
    },
    close: () => {
      clearTimeout(timer)
      closing = true
      try {
        stream.flushSync()
      } catch {
        // The reader has ended first.
      }
    },
  }
}
