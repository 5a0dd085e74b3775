import { byToken, type NamedChange } from '../../model/journal/change.ts'

const tokenPrefix = byToken('')
// Ids of accounts, as opposed to names such as `samples`.
const accountId = /^[\w-]{30,}$/

export const author = ({ by, byName }: Pick<NamedChange, 'by' | 'byName'>): string => {
  if (byName !== null) return byName
  if (by.startsWith(tokenPrefix)) return `Token “${by.slice(tokenPrefix.length)}”`
  return accountId.test(by) ? 'Deleted account' : by
}
