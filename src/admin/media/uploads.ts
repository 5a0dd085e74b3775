import { atom } from 'nanostores'
import type { MediaItem } from '../../model/media/media-item.ts'
import { asApiError } from '../api/api-error.ts'
import { fitForUpload } from './fit-for-upload.ts'
import { forgetMedia } from './media-api.ts'
import { upload } from './upload-api.ts'

export interface Upload {
  id: string
  name: string
  /** 0–1 */
  share: number
  state: 'waiting' | 'sending' | 'failed' | 'done'
  problem?: string
  /** The same image already existed. */
  known?: boolean
  item?: MediaItem
  /** Purpose of the upload, where that is not Media alone. */
  group?: string
}

interface Purpose {
  group: string
  /** Called with each uploaded item and the index of its file, in any order. */
  uploaded(item: MediaItem, at: number): void
}

interface Queued {
  file: File
  uploaded?: (item: MediaItem) => void
}

/** Number of uploads at a time; the server decodes one after the other. */
const concurrency = 2

const list = atom<readonly Upload[]>([])
const files = new Map<string, Queued>()
const controllers = new Map<string, AbortController>()
let running = 0

const change = (id: string, fields: Partial<Upload>) =>
  list.set(list.get().map((one) => (one.id === id ? { ...one, ...fields } : one)))
const drop = (id: string) => {
  files.delete(id)
  controllers.delete(id)
  list.set(list.get().filter((one) => one.id !== id))
}

const send = async ({ id }: Upload, { file, uploaded }: Queued) => {
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, { state: 'sending', share: 0 })
  try {
    const fit = await fitForUpload(file)
    const item = await upload(fit, { signal: controller.signal, onProgress: (share) => change(id, { share }) })
    change(id, { state: 'done', share: 1, item: item, known: item.known })
    uploaded?.(item)
    void forgetMedia()
    // A message to read stays longer.
    setTimeout(() => drop(id), item.known ? 8000 : 2500)
  } catch (error) {
    if (controller.signal.aborted) drop(id)
    else change(id, { state: 'failed', problem: asApiError(error).message })
  }
}

const work = () => {
  const next = list.get().find(({ state }) => state === 'waiting')
  const queued = next && files.get(next.id)
  if (!next || !queued || running >= concurrency) return
  running += 1
  void send(next, queued).finally(() => {
    running -= 1
    work()
  })
  work()
}

/** Queue of uploads. It continues while other screens are open. */
export const uploads = {
  add: (added: readonly File[], purpose?: Purpose): void => {
    const fresh = added.map((file, at): Upload => {
      const id = crypto.randomUUID()
      files.set(id, { file, ...(purpose && { uploaded: (item) => purpose.uploaded(item, at) }) })
      return { id, name: file.name, share: 0, state: 'waiting', ...(purpose && { group: purpose.group }) }
    })
    list.set([...list.get(), ...fresh])
    work()
  },
  retry: (id: string): void => {
    change(id, { state: 'waiting', share: 0 })
    work()
  },
  cancel: (id: string): void => {
    const controller = controllers.get(id)
    if (controller) controller.abort()
    drop(id)
  },
  list: list.get,
  subscribe: list.listen,
}
