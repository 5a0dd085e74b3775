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

export type LineWriter = ReturnType<typeof createLineWriter>
