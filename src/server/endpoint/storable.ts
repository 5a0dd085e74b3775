import { Invalid } from '../../model/errors.ts'
import { findUnstorable } from '../../model/fields/text-rules.ts'

const refusal = 'It contains characters that cannot be stored.'

/** Throws `Invalid` for text in a body that no database stores as it is: NUL, and halves of surrogate pairs. */
export const refuseUnstorable = (fields: Record<string, unknown>): void => {
  const path = findUnstorable(fields)
  if (!path) return
  // An entry's fields come in `data`; every other refusal names them without it.
  const name = (path[0] === 'data' && path.length > 1 ? path.slice(1) : path).join('.')
  throw new Invalid({ [name]: refusal })
}

/**
 * Throws `Invalid` when the path or the query holds a NUL. Percent-encoded is the only way in: the HTTP parser refuses a bare one,
 * there and in headers, and what is no UTF-8 is never decoded to half a surrogate pair.
 */
export const refuseUnstorableUrl = (url: string): void => {
  if (url.includes('%00')) throw new Invalid({ address: refusal })
}

/** The Cookie header without the cookies that decode to a NUL: ours never do, and another program's must not close the site. */
export const storableCookies = (header: string): string =>
  header.includes('%00')
    ? header
        .split(';')
        .filter((pair) => !pair.includes('%00'))
        .join(';')
    : header
