import { atom } from 'nanostores'

const load = () => import('./toasts.tsx')
type Library = Awaited<ReturnType<typeof load>>

const library = atom<Library | undefined>(undefined)
let waiting: ((library: Library) => void)[] = []

const loaded = async () => {
  try {
    library.set(await load())
  } catch {
    // Without a connection: what waits is shown when it is back, or with the next toast.
    addEventListener('online', loaded, { once: true })
    return
  }
  const all = waiting
  waiting = []
  for (const act of all) act(library.get() as Library)
}

/** The library that shows toasts, loaded with the first one. */
export const toastLibrary = {
  get: library.get,
  subscribe: library.listen,
  /** Calls `act` with the library, at once when it is there. Calls keep their order. */
  use: (act: (library: Library) => void): void => {
    const ready = library.get()
    if (ready) {
      act(ready)
      return
    }
    waiting.push(act)
    void loaded()
  },
  /** Does nothing before the first toast. */
  useIfLoaded: (act: (library: Library) => void): void => {
    if (library.get() || waiting.length > 0) toastLibrary.use(act)
  },
}
