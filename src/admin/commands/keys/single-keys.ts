import { atom } from 'nanostores'

const key = 'vitrine.single-keys'

const stored = () => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

const state = atom(stored())

/** Switch of the single-key shortcuts on this device. Speech input and shaking hands may press them unintended (WCAG 2.1.4). */
export const singleKeys = {
  on: state.get,
  subscribe: state.listen,
  set: (on: boolean): void => {
    state.set(on)
    try {
      if (on) localStorage.removeItem(key)
      else localStorage.setItem(key, 'off')
    } catch {
      // Then it holds until the page is loaded again.
    }
  },
}
