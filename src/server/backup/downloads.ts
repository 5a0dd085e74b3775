import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Gone, TooMany, Unavailable } from '../../model/errors.ts'
import { healthCalls, type MadeBackup } from '../../model/health/health.ts'
import { endpoints, noteSecurity, personOf } from '../endpoint/endpoint.ts'
import { oneMinuteMs, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { backupFolder, makeFolder } from '../process/private-files.ts'
import { backupName, unfinished } from './backup-folder.ts'
import { assertDiskSpace, backUpInChildProcess } from './daily-backup.ts'
import type { BackupSource } from './make-backup.ts'

interface Waiting {
  id: string
  /** Who asked for it. */
  sessionId: string
  name: string
  bytes: number
  /** All that is left of the file, so that it is gone with this process. */
  handle: FileHandle
  cancel: () => void
}

const keptForMs = 10 * oneMinuteMs

/** The backups that the owner makes and downloads in the browser, one at a time. */
export const backupsApi = ({ config: source, log }: { config: BackupSource; log: Log }) => {
  let busy = false
  let waiting: Waiting | undefined

  const forget = async () => {
    const last = waiting
    waiting = undefined
    last?.cancel()
    await last?.handle.close()
  }

  const make = async (sessionId: string): Promise<MadeBackup> => {
    await forget()
    await assertDiskSpace(source)
    const folder = backupFolder(source.dataDir)
    const file = unfinished(path.join(folder, 'download.backup'))
    try {
      await makeFolder(folder, 0o700)
      const name = backupName('vitrine', new Date())
      const made = JSON.parse(await backUpInChildProcess([file, '--json'])) as Pick<MadeBackup, 'bytes' | 'notes'>
      const id = randomBytes(24).toString('base64url')
      const cancel = systemClock.schedule(keptForMs, () => void forget().catch(() => {}))
      waiting = { id, sessionId, name, bytes: made.bytes, handle: await open(file), cancel }
      return { id, bytes: made.bytes, notes: made.notes }
    } catch (error) {
      const reason = (error as Error).message
      log.warn('A backup to be downloaded failed', { reason })
      throw new Unavailable(`No backup was made. ${reason.replace(/\n\s*/g, ' ')}`)
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
  }

  return endpoints(healthCalls(), {
    'POST /api/backups': [
      'Makes a backup and keeps it for ten minutes, to be downloaded once',
      { status: 201, event: 'Backup made' },
      async ({ context }) => {
        if (busy) throw new TooMany('A backup is being made or downloaded. Wait until it is done.', 10)
        busy = true
        try {
          return await make(personOf(context).sessionId)
        } finally {
          busy = false
        }
      },
    ],
    'GET /api/backups/:id': [
      'Downloads the backup that this session made; it is deleted with that',
      { alsoAs: 'application/octet-stream', others: ['Gone'] },
      ({ context, id }) => {
        const found = waiting
        if (!found || found.id !== id || found.sessionId !== personOf(context).sessionId)
          throw new Gone(
            'This backup is not kept here: it can be downloaded once, within ten minutes, from the process that made it. Make another one, or use vitrine backup.',
          )
        const headers = {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(found.bytes),
          'Content-Disposition': `attachment; filename="${found.name}"`,
        }
        if (context.req.method === 'HEAD') return context.body(null, 200, headers)
        noteSecurity(context, { event: 'Backup downloaded' })
        waiting = undefined
        found.cancel()
        busy = true
        // Closes the file at its end, when the client goes away, and when it takes nothing any more.
        const bytes = found.handle.createReadStream({ start: 0, highWaterMark: 256 * 1024 })
        const endUnlessRead = (before: number): (() => void) =>
          systemClock.schedule(keptForMs, () => {
            if (bytes.bytesRead === before) bytes.destroy()
            else cancel = endUnlessRead(bytes.bytesRead)
          })
        let cancel = endUnlessRead(0)
        bytes.once('close', () => {
          cancel()
          busy = false
        })
        return context.body(Readable.toWeb(bytes) as ReadableStream, 200, headers)
      },
    ],
  })
}
