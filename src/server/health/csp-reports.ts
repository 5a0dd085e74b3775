/** What browsers refused to load or run on our pages, each kind once. */
export interface CspReport {
  directive: string
  /** What was refused: an origin, or a word such as `inline`. */
  blocked: string
  /** The page's path. */
  page: string
  count: number
  /** ISO 8601. */
  lastAt: string
}

export interface CspReports {
  /** Notes what a browser sent: either form of report, one or several. What is none is left out. */
  take(sent: unknown): void
  /** The most frequent first. */
  list(): CspReport[]
}

const kindsKept = 50
const perMinute = 60
const aMinute = 60_000

const word = (value: unknown, max = 80) => (typeof value === 'string' ? value.slice(0, max) : '')

/** An address without what may be personal in it. */
const place = (value: unknown, part: 'origin' | 'pathname') => {
  const url = URL.parse(word(value, 2000))
  if (url === null) return word(value)
  return (part === 'origin' && url.origin === 'null' ? url.protocol : url[part]).slice(0, 120)
}

/** Whatever an extension injects is not ours: it says nothing of the page. */
const foreign = /^(?:chrome|moz|safari-web|ms-browser)-extension:/

const read = (item: unknown): Omit<CspReport, 'count' | 'lastAt'> | undefined => {
  const whole = (item ?? {}) as Record<string, unknown>
  const body = (whole.body ?? whole['csp-report']) as Record<string, unknown> | undefined
  if (typeof body !== 'object' || body === null) return undefined
  const directive = word(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive'])
  const blocked = place(body.blockedURL ?? body['blocked-uri'], 'origin')
  const page = place(body.documentURL ?? body['document-uri'], 'pathname')
  return directive === '' || foreign.test(blocked) ? undefined : { directive, blocked, page }
}

/** In memory: a hint for the owner, not a record. Anyone can send reports, so only so many are taken. */
export const createCspReports = (clock: () => number = Date.now): CspReports => {
  const kinds = new Map<string, CspReport>()
  let window = { start: 0, taken: 0 }
  return {
    take: (sent) => {
      const now = clock()
      if (now - window.start >= aMinute || now < window.start) window = { start: now, taken: 0 }
      for (const item of Array.isArray(sent) ? sent : [sent]) {
        const report = read(item)
        if (!report || window.taken >= perMinute) continue
        window.taken += 1
        const key = JSON.stringify(report)
        const known = kinds.get(key)
        if (!known && kinds.size >= kindsKept) continue
        kinds.set(key, { ...report, count: (known?.count ?? 0) + 1, lastAt: new Date(now).toISOString() })
      }
    },
    list: () => [...kinds.values()].sort((a, b) => b.count - a.count),
  }
}
