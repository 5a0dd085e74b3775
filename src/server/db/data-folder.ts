import { access, constants, lstat } from 'node:fs/promises'
import path from 'node:path'
import { makeFile, makeFolder } from '../process/private-files.ts'

const { R_OK, W_OK, X_OK } = constants

// What a full, failing or read-only disk refuses is another matter: the site starts without it.
const forbidding = ['EACCES', 'EPERM']

const isForbidden = (error: unknown) => forbidding.includes((error as NodeJS.ErrnoException).code ?? '')

/** The nearest folder above that is there. */
const nearest = async (place: string): Promise<string> => {
  const above = path.dirname(place)
  if (above === place) return place
  return (await lstat(above).catch(() => undefined)) ? above : nearest(above)
}

/** Says whose this file or folder is, who this process is, and what to do. */
const forbidden = async (place: string, act: string, folder: string): Promise<Error> => {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const found = await lstat(place).catch(() => undefined)
  // Windows has no such owners.
  if (uid === undefined || !found) return new Error(`${place} cannot be ${act}: the system forbids it.`)
  const mode = (found.mode & 0o7777).toString(8).padStart(4, '0')
  const whose = `${place} belongs to uid ${found.uid} (gid ${found.gid}, mode ${mode})`
  if (found.uid === uid)
    return new Error(`${whose}, which is this process, and still cannot be ${act}: chmod u+rwX ${place}`)
  return new Error(
    `${whose}. This process runs as uid ${uid} (gid ${gid}), and it cannot be ${act}. As root, on the machine that has the folder or volume: chown -R ${uid}:${gid} ${folder}, or start Vitrine as uid ${found.uid}.`,
  )
}

const assertOpen = async (place: string, mode: number, act: string, folder: string) => {
  try {
    await access(place, mode)
  } catch (error) {
    if (isForbidden(error)) throw await forbidden(place, act, folder)
  }
}

/** Rejects with path, owner and uid when this process may not use the folder, or what is in it. */
export const assertUsable = async (dataDir: string): Promise<void> => {
  const folder = path.resolve(dataDir)
  await assertOpen(folder, R_OK | W_OK | X_OK, 'read and written', folder)
  for (const name of ['vitrine.db', 'vitrine.db-wal', 'vitrine.db-shm', 'auth.secret'])
    await assertOpen(path.join(folder, name), name === 'auth.secret' ? R_OK : R_OK | W_OK, 'read and written', folder)
}

/** Makes the folder of the data where there is none. Rejects with path, owner and uid when this process may not use it. */
export const openDataFolder = async (dataDir: string): Promise<void> => {
  const folder = path.resolve(dataDir)
  try {
    await makeFolder(folder, 0o700)
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw await forbidden(await nearest(folder), `used to make ${folder}`, folder)
  }
  await assertUsable(folder)
  // SQLite gives its other files to the owner of this one.
  if (process.geteuid?.() === 0) await (await makeFile(path.join(folder, 'vitrine.db')).catch(() => undefined))?.close()
}
