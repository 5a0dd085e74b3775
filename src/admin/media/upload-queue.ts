import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import pLimit from 'p-limit'
import { awaitedFilesIn, withFiles } from '../../model/media/awaited-file.ts'
import type { MediaUse, UploadedMediaItem } from '../../model/media/media-item.ts'
import { asApiError, call, callVersioned, forgetAll } from '../api/client.ts'
import { toast } from '../ui/toast.tsx'
import { forgetMedia } from './media-api.ts'
import { fitForUpload, upload } from './upload-api.ts'
import { account, arrived, change, countOf, isUnderWay, list, type Upload } from './upload-state.ts'

/** Upload as the browser keeps it, by its id: with the file until the server has it, then with what stands in its place. */
interface Kept {
  account: string
  name: string
  isPlaced: boolean
  at: number
  file?: File
  value?: string
  /** Every draft on the server that awaited it has it. */
  isDelivered?: boolean
}

const store = createStore('vitrine-uploads', 'files')
const mostKeptBytes = 60 * 2 ** 20
/** Texts that a form keeps on the device may await a file for as long. */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** No answer, or one that says that another attempt makes sense. */
const passing: ReadonlySet<number> = new Set([0, 429])
const minPauseMs = 1000
const maxPauseMs = 60_000

/** The server decodes one after the other. */
const lane = pLimit(2)
/** Of large photos only one is decoded at a time. */
const fitting = pLimit(1)

let opened = Promise.withResolvers<string>()
let current: string | undefined
const files = new Map<string, File>()
const controllers = new Map<string, AbortController>()
const wakers = new Map<string, () => void>()

const find = (id: string): Upload | undefined => list.get().find((one) => one.id === id)
const drop = (id: string) => {
  files.delete(id)
  list.set(list.get().filter((one) => one.id !== id))
}
const note = (id: string, value: string) => arrived.set(new Map(arrived.get()).set(id, value))

/** What the browser has. Some private windows have no storage: then nothing. */
const readKept = (): Promise<[string, Kept][]> => entries<string, Kept>(store).catch(() => [])
const keep = (id: string, record: Kept): Promise<boolean> =>
  set(id, record, store).then(
    () => true,
    () => false,
  )
const forget = (id: string): Promise<void> => del(id, store).catch(() => {})

const pause = (key: string, attempt: number): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      wakers.delete(key)
      resolve()
    }
    const timer = setTimeout(wake, Math.min(maxPauseMs, minPauseMs * 2 ** attempt))
    wakers.set(key, wake)
  })
window.addEventListener('online', () => {
  for (const wake of [...wakers.values()]) wake()
})

/** One tab at a time; the next has its turn when this one is done, or closed. Only secure origins have locks. */
const exclusively = async (id: string, act: () => Promise<void>): Promise<void> => {
  await (navigator.locks ? navigator.locks.request(`vitrine-upload/${id}`, act) : act())
}

const writeInto = async ({ collection, entry }: MediaUse, id: string, value: string): Promise<void> => {
  const fieldsWith = (data: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(data).flatMap(([name, before]) => {
        const after = withFiles(before, (file) => (file.id === id ? value : undefined))
        return after === before ? [] : [[name, after] as const]
      }),
    )
  if (collection === 'settings') {
    const { data, version } = await callVersioned('GET /api/settings')
    const body = fieldsWith(data)
    if (Object.keys(body).length === 0) return
    await call('PATCH /api/settings', { body, query: { publish: false }, version, isQuiet: true })
  } else {
    const at = { collection, id: entry }
    const { data, version } = await call('GET /api/entries/:collection/:id', at)
    const fields = fieldsWith(data)
    if (Object.keys(fields).length === 0) return
    const body = { data: fields, publish: false }
    await call('PATCH /api/entries/:collection/:id', { ...at, body, version, isQuiet: true })
  }
}

/**
 * Writes a file into every draft on the server that awaits it. False when fewer than `least` do, and when one is open in a form, which
 * does that itself.
 */
const written = async (id: string, name: string, value: string, least: number): Promise<boolean> => {
  const { uses } = await call('GET /api/media/:id/uses', { id: `awaited-${id}` })
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const isOpen = ({ collection, entry }: MediaUse) => {
    const key = `${current}/${collection}/${collection === 'settings' ? 'all' : entry}/`
    return held.some((lock) => lock.name?.startsWith(key))
  }
  const closed = uses.filter((use) => !isOpen(use))
  for (const use of closed) {
    await writeInto(use, id, value)
    toast(use.title === '' ? `${name} is uploaded` : `${name} is in “${use.title}”`, { id: 'upload' })
  }
  if (closed.length > 0) await forgetAll()
  return uses.length >= least && closed.length === uses.length
}

/** With `least` 1 a file that no draft awaits yet is looked at again later: the draft may be on its way to the server. */
const deliver = (id: string, least = 0): Promise<void> =>
  exclusively(id, async () => {
    for (let attempt = 0; ; attempt += 1) {
      const record = await get<Kept>(id, store).catch(() => undefined)
      const value = arrived.get().get(id)
      if (value === undefined) return
      try {
        if ((await written(id, record?.name ?? '', value, least)) && record)
          await keep(id, { ...record, isDelivered: true })
        return
      } catch (error) {
        const { status, code } = asApiError(error)
        // A draft that was changed meanwhile is read again; one that was deleted, or takes nothing, is left.
        if (!passing.has(status) && status < 500 && code !== 'stale-version') return
        await pause(`deliver ${id}`, attempt)
      }
    }
  })

const arrive = async (id: string, value: string, isKnown: boolean): Promise<void> => {
  const one = find(id)
  if (!one) return
  const { name, isPlaced } = one
  if (isPlaced && current) await keep(id, { account: current, name, isPlaced, at: Date.now(), value })
  else await forget(id)
  note(id, value)
  change(id, { state: 'done', share: 1, isKnown, problem: undefined })
  files.delete(id)
  void forgetMedia()
  // A message to read stays longer.
  setTimeout(() => drop(id), isKnown ? 8000 : 2500)
}

const placed = ({ id, url, kind }: UploadedMediaItem) => (kind === 'file' ? url : id)

/** One attempt. True when another makes sense. */
const send = async (id: string): Promise<boolean> => {
  const [one, file] = [find(id), files.get(id)]
  if (!one || !file) return false
  const controller = new AbortController()
  controllers.set(id, controller)
  // What is wrong stays in view until the line carries something again.
  change(id, { state: 'sending', share: 0 })
  const onProgress = (share: number) => change(id, { share, ...(share > 0 && { problem: undefined }) })
  try {
    const item = await upload(file, { signal: controller.signal, onProgress, isQuiet: one.isPlaced })
    await arrive(id, placed(item), item.known)
    return false
  } catch (error) {
    if (controller.signal.aborted) return false
    const { status, message } = asApiError(error)
    const isPassing = passing.has(status)
    const problem = status === 0 ? 'The connection was lost. The upload goes on by itself.' : message
    change(id, { state: isPassing ? 'waiting' : 'failed', share: 0, problem })
    // What the server will never take is kept no longer.
    if (!isPassing && status < 500 && status !== 401) await forget(id)
    return isPassing
  } finally {
    controllers.delete(id)
  }
}

const run = (id: string): Promise<void> =>
  exclusively(id, async () => {
    const record = await get<Kept>(id, store).catch(() => undefined)
    // Another tab was quicker, or it was cancelled there.
    if (record?.value !== undefined) return arrive(id, record.value, false)
    if (!record && find(id)?.isKept) return drop(id)
    for (let attempt = 0; await lane(() => send(id)); attempt += 1) await pause(id, attempt)
  }).then(() => (arrived.get().has(id) && find(id)?.isPlaced ? deliver(id, 1) : undefined))

/** Makes the file fit, keeps it in the browser as far as there is space, and starts. */
const prepare = async (id: string, file: File): Promise<void> => {
  const one = find(id)
  if (!one) return
  try {
    const fit = await fitForUpload(file)
    const others = (await readKept()).filter(([other]) => other !== id)
    const bytes = others.reduce((sum, [, kept]) => sum + (kept.file?.size ?? 0), fit.size)
    const record = { account: await opened.promise, name: one.name, isPlaced: one.isPlaced, at: Date.now(), file: fit }
    const isKept = bytes <= mostKeptBytes && (await keep(id, record))
    if (!find(id)) return forget(id)
    files.set(id, fit)
    change(id, { isKept })
    void run(id)
  } catch (error) {
    change(id, { state: 'failed', problem: asApiError(error).message })
  }
}

/** Takes up what tabs of this account left, and forgets what others did and what is too old. */
const resume = async (): Promise<void> => {
  const by = await opened.promise
  for (const [id, { account: whose, name, isPlaced, at, file, value, isDelivered }] of await readKept()) {
    if (whose !== by || Date.now() - at > keptMs) await forget(id)
    else if (value !== undefined) {
      if (!arrived.get().has(id)) note(id, value)
      if (!isDelivered) void deliver(id)
    } else if (file && !find(id)) {
      files.set(id, file)
      list.set([...list.get(), { id, name, share: 0, state: 'waiting', isPlaced, isKept: true }])
      void run(id)
    }
  }
}

const reset = () => {
  opened = Promise.withResolvers()
  for (const controller of controllers.values()) controller.abort()
  list.set([])
  arrived.set(new Map())
  files.clear()
}

const open = (by: string | undefined): void => {
  if (by === undefined || by === current) return
  if (current !== undefined) reset()
  current = by
  opened.resolve(by)
}
account.subscribe(open)

export const queue = {
  resume,
  add: (added: readonly { id: string; file: File }[]): void => {
    for (const { id, file } of added) {
      files.set(id, file)
      void fitting(() => prepare(id, file))
    }
  },
  retry: (id: string): void => {
    const [wake, file] = [wakers.get(id), files.get(id)]
    wake?.()
    if (wake || !file) return
    change(id, { state: 'waiting', share: 0, problem: undefined })
    void fitting(() => prepare(id, file))
  },
  cancel: (id: string): void => {
    controllers.get(id)?.abort()
    drop(id)
    void forget(id)
    wakers.get(id)?.()
  },
  deliverAll: async (data?: unknown): Promise<void> => {
    const named = awaitedFilesIn(data).map(({ id }) => id)
    for (const id of named) if (arrived.get().has(id)) void deliver(id, 1)
    for (const [id, { value, isDelivered }] of await readKept())
      if (value !== undefined && !isDelivered && arrived.get().has(id) && !named.includes(id)) void deliver(id)
  },
  /** Asks before the account is left: what is not uploaded would be lost. */
  mayStop: (): boolean => {
    const under = list.get().filter(isUnderWay)
    const sentence = `${countOf(under)} ${under.length === 1 ? 'is' : 'are'} still uploading. Sign out, and stop that?`
    return under.length === 0 || window.confirm(sentence)
  },
  /** Stops and forgets all: nobody else finds this account's files on the device. */
  clear: async (): Promise<void> => {
    account.set(undefined)
    current = undefined
    reset()
    await clear(store).catch(() => {})
  },
}
