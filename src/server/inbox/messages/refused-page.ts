import type { RefusedMessage, Site } from '../../../model/publishing/page.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { SecurityHeaders } from '../../snapshots/security-headers.ts'

const atMostASecond = 10

interface RefusedPage {
  body: string
  headers: Record<string, string>
}

/**
 * The page with the form that came back, or undefined when it cannot be made: nothing is published yet, a section throws,
 * or strangers make us render more than ten a second.
 */
export const createRefusedPage = (
  site: Site,
  publisher: Publisher,
  headers: SecurityHeaders,
): ((refused: RefusedMessage) => RefusedPage | undefined) => {
  let second = 0
  let made = 0
  return (refused) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      made = 0
    }
    const content = publisher.content()
    if (!content || made >= atMostASecond) return undefined
    made += 1
    try {
      const page = site.refusedMessage(content, refused)
      // Browsers hold a redirect after a form to this as well.
      const { origin } = refused.returnTo === undefined ? { origin: '' } : new URL(refused.returnTo)
      const flat = headers(page.styles, origin === '' ? {} : { 'form-action': `'self' ${origin}` })
      const pairs = flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] as string]] : []))
      return { body: page.body, headers: { 'Content-Type': page.type, ...Object.fromEntries(pairs) } }
    } catch {
      // The publisher has told the owner that a section throws; what matters here is the visitor's answer.
      return undefined
    }
  }
}
