import { hit, isPlainClick } from './plain-click.ts'

/** Code that opens a link within the page. */
interface Opener {
  /** Throws or rejects when it cannot; the link is then followed. */
  open(link: HTMLAnchorElement): void | Promise<void>
  /** Runs when the link is about to be clicked. */
  prepare?(link: HTMLAnchorElement): void
}

/** The code behind some links. */
export interface Fetched<O> {
  /** Undefined until somebody needs it. */
  loading?: Promise<O> | undefined
  load(): Promise<O>
}

// After this time the plain link is the faster way.
const timeoutMs = 1500

/** Lets the links that match open within the page, by code that is fetched once one is about to be clicked. Without that code they are plain links. */
export const openInPlace = <O extends Opener>(selector: string, fetchCode: () => Promise<O>): Fetched<O> => {
  const code: Fetched<O> = {
    load: () => {
      code.loading ??= fetchCode().catch((error) => {
        code.loading = undefined
        throw error
      })
      return code.loading
    },
  }
  document.addEventListener('click', async (event) => {
    const link = hit(event, selector)
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const follow = () => location.assign(link.href)
    const timer = setTimeout(follow, timeoutMs)
    try {
      const opener = await code.load()
      clearTimeout(timer)
      await opener.open(link)
    } catch {
      follow()
    }
  })
  for (const hint of ['pointerover', 'focusin']) {
    document.addEventListener(hint, (event) => {
      const link = hit(event, selector)
      if (link)
        code.load().then(
          (opener) => opener.prepare?.(link),
          () => {},
        )
    })
  }
  return code
}
