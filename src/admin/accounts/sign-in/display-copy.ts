import { roles } from '../../../model/accounts/account.ts'
import type { DisplayCopy } from './auth-context.ts'

const key = 'vitrine.user'

/** Reads the copy from local storage, or null. Not trusted: the server's session decides. */
export const readDisplayCopy = (): DisplayCopy | null => {
  try {
    const { name, role } = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof name === 'string' && roles.includes(role) ? { name: name.slice(0, 80), role } : null
  } catch {
    return null
  }
}

/** Writes the copy. Storage may be full or blocked; then the first paint shows no name. */
export const writeDisplayCopy = (copy: DisplayCopy | null): void => {
  try {
    if (copy) localStorage.setItem(key, JSON.stringify({ name: copy.name, role: copy.role }))
    else localStorage.removeItem(key)
  } catch {}
}

/** Has the page welcome its new owner, once. */
export const expectWelcome = (): void => {
  try {
    localStorage.setItem('vitrine.welcome', '')
  } catch {}
}
