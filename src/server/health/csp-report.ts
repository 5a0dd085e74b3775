/** One kind of violation, as a browser reports it. */
export interface CspViolation {
  directive: string
  /** The blocked source: an origin, or a word such as `inline`. */
  blocked: string
  /** The page's path. */
  page: string
}

const word = (value: unknown, max = 80) => (typeof value === 'string' ? value.slice(0, max) : '')

// CSP 3, section 6; the two last are of Trusted Types.
const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|child|frame|worker|manifest)-src|(?:script|style)-src-(?:elem|attr)|base-uri|form-action|frame-ancestors|sandbox|navigate-to|require-trusted-types-for|trusted-types)$/
/** Blocked sources that are no URL: CSP 3, section 5.3, and bare schemes as older browsers send them. */
const resources = /^(?:inline|eval|wasm-eval|self|data|blob|filesystem|trusted-types-policy|trusted-types-sink|)$/
/** Whatever an extension injects is not ours: it says nothing of the page. */
const schemes = /^(?:https?|wss?|data|blob|filesystem):$/

/** An address without what may be personal in it; undefined for what no browser sends. */
const blockedIn = (value: unknown): string | undefined => {
  const text = word(value, 2000)
  const url = URL.parse(text)
  if (url === null) return resources.test(text) ? text : undefined
  if (!schemes.test(url.protocol)) return undefined
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 120)
}

/** A report of either form about a page of this origin; undefined for anything else. */
export const readCspReport = (item: unknown, origin: string): CspViolation | undefined => {
  const whole = (item ?? {}) as Record<string, unknown>
  const body = (whole.body ?? whole['csp-report']) as Record<string, unknown> | undefined
  if (typeof body !== 'object' || body === null) return undefined
  const named = word(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive'])
  // Older browsers send the directive with its values.
  const directive = named.split(' ')[0] ?? ''
  const blocked = blockedIn(body.blockedURL ?? body['blocked-uri'])
  const page = URL.parse(word(body.documentURL ?? body['document-uri'], 2000))
  if (!directives.test(directive) || blocked === undefined || page?.origin !== origin) return undefined
  return { directive, blocked, page: page.pathname.slice(0, 120) }
}
