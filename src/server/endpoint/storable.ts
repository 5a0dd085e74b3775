import { Invalid } from '../../model/errors.ts'
import { findUnstorable } from '../../model/text-rules.ts'

const refusal = 'It contains characters that cannot be stored.'

/** Throws `Invalid` for text that no database stores unchanged: NUL, and halves of surrogate pairs. */
export const refuseUnstorable = (fields: Record<string, unknown>): void => {
  const path = findUnstorable(fields)
  if (!path) return
  // An entry's fields come in `data`; error messages omit it.
  const name = (path[0] === 'data' && path.length > 1 ? path.slice(1) : path).join('.')
  throw new Invalid({ [name]: refusal })
}

/** Throws `Invalid` when the path or the query has a NUL, which is always percent-encoded: the HTTP parser refuses a bare one. */
export const refuseUnstorableUrl = (url: string): void => {
  if (url.includes('%00')) throw new Invalid({ address: refusal })
}

/** The Cookie header without cookies that decode to a NUL: another program's must not break ours. */
export const storableCookies = (header: string): string =>
  header.includes('%00')
    ? header
        .split(';')
        .filter((pair) => !pair.includes('%00'))
        .join(';')
    : header
