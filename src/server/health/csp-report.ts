export interface CspViolation {
  directive: string
  blocked: string
  page: string
}

const word = (value: unknown, max = 80) => (typeof value === 'string' ? value.slice(0, max) : '')

// CSP 3, section 6; the last two are of Trusted Types.
const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|child|frame|worker|manifest)-src|(?:script|style)-src-(?:elem|attr)|base-uri|form-action|frame-ancestors|sandbox|navigate-to|require-trusted-types-for|trusted-types)$/
/** CSP 3, section 5.3, and bare schemes of older browsers. */
const resources = /^(?:inline|eval|wasm-eval|self|data|blob|filesystem|trusted-types-policy|trusted-types-sink|)$/
/** Excludes what browser extensions inject. */
const schemes = /^(?:https?|wss?|data|blob|filesystem):$/

/** The URL without personal parts; undefined for what no browser sends. */
const blockedIn = (value: unknown): string | undefined => {
  const text = word(value, 2000)
  const url = URL.parse(text)
  if (url === null) return resources.test(text) ? text : undefined
  if (!schemes.test(url.protocol)) return undefined
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 120)
}

/** Reads either form of a report about a page of this origin; undefined for anything else. */
export const readCspReport = (item: unknown, origin: string): CspViolation | undefined => {
  const whole = (item ?? {}) as Record<string, unknown>
  const body = (whole.body ?? whole['csp-report']) as Record<string, unknown> | undefined
  if (typeof body !== 'object' || body === null) return undefined
  const named = word(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive'])
  // Older browsers add the directive's values.
  const directive = named.split(' ')[0] ?? ''
  const blocked = blockedIn(body.blockedURL ?? body['blocked-uri'])
  const page = URL.parse(word(body.documentURL ?? body['document-uri'], 2000))
  if (!directives.test(directive) || blocked === undefined || page?.origin !== origin) return undefined
  return { directive, blocked, page: page.pathname.slice(0, 120) }
}
