import { awaitedValue } from '../../model/media/awaited-file.ts'
import { newId } from '../ui/new-id.ts'
import { isUnderWay, list } from './upload-state.ts'

/** Fetched at the first file, or when the browser is idle: no first screen needs it. */
const loadQueue = async () => (await import('./upload-queue.ts')).queue

type Queue = Awaited<ReturnType<typeof loadQueue>>
const ask = (act: (queue: Queue) => unknown): void => void loadQueue().then(act, () => {})

const retryMs = 3000

const enqueue = (fresh: readonly { id: string; file: File }[]): void =>
  void loadQueue().then(
    ({ add }) => add(fresh),
    // No connection. The files wait in this tab.
    () => setTimeout(enqueue, retryMs, fresh),
  )

const askIfUnkept = (event: Event) => {
  if (list.get().some((one) => isUnderWay(one) && !one.isKept)) event.preventDefault()
}

const start = (files: readonly File[], isPlaced: boolean): string[] => {
  const fresh = files.map((file) => ({ id: newId(), file }))
  list.set([
    ...list.get(),
    ...fresh.map(({ id, file }) => ({ id, name: file.name, share: 0, state: 'waiting' as const, isPlaced })),
  ])
  window.addEventListener('beforeunload', askIfUnkept)
  enqueue(fresh)
  return fresh.map(({ id, file: { name } }) => awaitedValue({ id, name }))
}

/**
 * Uploads of this browser. They go on while other screens are open, after a lost connection, and in the next tab of the same account:
 * picked files are kept in the browser until the server has them. What a draft awaits is written into it, wherever it stands by then.
 */
export const uploads = {
  /** Uploads files into Media. */
  add: (files: readonly File[]): void => void start(files, false),
  /** Uploads a file for a place in a draft. Returns the value that stands there until the file has arrived. */
  place: (file: File): string => start([file], true)[0] as string,
  retry: (id: string): void => ask(({ retry }) => retry(id)),
  cancel: (id: string): void => ask(({ cancel }) => cancel(id)),
  /** Takes up what other tabs of this account left, and forgets what other accounts did. Rejects without a connection. */
  resume: (): Promise<void> => loadQueue().then(({ resume }) => resume()),
  /** Writes the files that arrived before this data was stored into the drafts that await them. */
  deliver: (data: unknown): void => ask(({ deliverAll }) => deliverAll(data)),
}
