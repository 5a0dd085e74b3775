import { byToken, type NamedChange } from '../../model/journal/change.ts'

const tokenPrefix = byToken('')
// An account's id, as the sign-in library makes them and as this server does; a word such as `samples` is none.
const accountId = /^[\w-]{30,}$/

/** Who made a change, in words. */
export const author = ({ by, byName }: Pick<NamedChange, 'by' | 'byName'>): string => {
  if (byName !== null) return byName
  if (by.startsWith(tokenPrefix)) return `Token “${by.slice(tokenPrefix.length)}”`
  return accountId.test(by) ? 'Somebody whose account is gone' : by
}
