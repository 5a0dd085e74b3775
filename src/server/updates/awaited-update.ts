import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** An update whose end `vitrine update` waits for: it says which version is to come up, and that version adds how it went. */
const awaitedUpdate = z.object({
  to: z.string(),
  /** Sentences of a start that failed. */
  failure: z.string().optional(),
  /** What is not as it has to be in a version that serves all the same, because the one before cannot read the tables any more. */
  flaws: z.string().optional(),
})
export type AwaitedUpdate = z.infer<typeof awaitedUpdate>

const fileIn = (dataDir: string) => path.join(path.resolve(dataDir), 'awaited-update.json')

/** Writes next to the data, for whoever owns them: a service has a user of its own, and the command may be that of root. */
export const writeAwaitedUpdate = async (dataDir: string, update: AwaitedUpdate): Promise<void> => {
  const file = fileIn(dataDir)
  await writeFile(`${file}.part`, JSON.stringify(update), { mode: 0o600 })
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(path.dirname(file))
    await chown(`${file}.part`, uid, gid)
  }
  await rename(`${file}.part`, file)
}

/** Undefined when nobody waits for one, and for a file of any other form. */
export const readAwaitedUpdate = async (dataDir: string): Promise<AwaitedUpdate | undefined> => {
  try {
    return awaitedUpdate.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

export const removeAwaitedUpdate = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })
