import { whenSeen } from './seen.ts'

interface Island {
  mount(root: HTMLElement): void
}

const islands: Record<string, () => Promise<Island>> = {
  compare: () => import('../islands/compare/compare.ts'),
  contact: () => import('../islands/contact/contact.ts'),
  testimonials: () => import('../islands/testimonials/testimonials.ts'),
}

/** Fetches each `[data-island]`'s code when it comes near the viewport or is first touched, and hydrates its markup. */
export const hydrateIslands = (): void => {
  const waiting = new Set<Element>()
  const hydrate = async (root: HTMLElement) => {
    const load = islands[root.dataset.island ?? '']
    if (!load || !waiting.delete(root)) return
    try {
      const island = await load()
      island.mount(root)
    } catch {
      // The server's markup works without it; the next touch tries again.
      waiting.add(root)
    }
  }
  const roots = document.querySelectorAll<HTMLElement>('[data-island]')
  for (const root of roots) {
    waiting.add(root)
    for (const touch of ['focusin', 'pointerdown', 'keydown']) root.addEventListener(touch, () => hydrate(root))
  }
  whenSeen(roots, hydrate, '300px')
}
