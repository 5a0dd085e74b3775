import { customerOf } from '../endpoint/endpoint.ts'
import { oneMinuteMs } from '../process/clock.ts'

interface CspViolation {
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
const readCspReport = (item: unknown, origin: string): CspViolation | undefined => {
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

export interface CspReport extends CspViolation {
  count: number
  /** ISO 8601. */
  lastAt: string
}

interface Kind extends CspReport {
  senders: Set<string>
}

const maxKinds = 50
const kindsPerSender = 5
const sendersCounted = 20
const perSenderAndMinute = 10
const perMinute = 600

/**
 * Reports of blocked content, in memory. Anyone can send them, so each sender has a share; a new kind displaces one of the sender with
 * most kinds that nobody else reported. So forged reports never displace shared ones.
 */
export const createCspReports = (publicUrl: string, clock: () => number = Date.now) => {
  const { origin } = new URL(publicUrl)
  const kinds = new Map<string, Kind>()
  let minute = { start: 0, taken: 0, bySender: new Map<string, number>() }

  const mayReport = (sender: string, now: number) => {
    if (now - minute.start >= oneMinuteMs || now < minute.start) minute = { start: now, taken: 0, bySender: new Map() }
    const taken = minute.bySender.get(sender) ?? 0
    if (taken >= perSenderAndMinute || minute.taken >= perMinute) return false
    minute.bySender.set(sender, taken + 1)
    minute.taken += 1
    return true
  }

  const aloneBySender = () => {
    const alone = new Map<string, string[]>()
    for (const [key, { senders }] of kinds) {
      const [sender = '', ...others] = senders
      if (others.length === 0) alone.set(sender, [...(alone.get(sender) ?? []), key])
    }
    return alone
  }

  const makeRoom = (sender: string): boolean => {
    const alone = aloneBySender()
    if ((alone.get(sender)?.length ?? 0) >= kindsPerSender) return false
    if (kinds.size < maxKinds) return true
    const [most] = [...alone.values()].sort((a, b) => b.length - a.length)
    if (most?.[0] === undefined) return false
    return kinds.delete(most[0])
  }

  return {
    take: (sent: unknown, group: string): void => {
      const now = clock()
      const sender = customerOf(group)
      for (const item of Array.isArray(sent) ? sent : [sent]) {
        const violation = readCspReport(item, origin)
        if (!violation || !mayReport(sender, now)) continue
        const key = JSON.stringify(violation)
        const known = kinds.get(key)
        if (!known && !makeRoom(sender)) continue
        const senders = known?.senders ?? new Set<string>()
        if (senders.size < sendersCounted) senders.add(sender)
        kinds.set(key, { ...violation, count: (known?.count ?? 0) + 1, lastAt: new Date(now).toISOString(), senders })
      }
    },
    list: (): CspReport[] =>
      [...kinds.values()]
        .sort((a, b) => b.senders.size - a.senders.size || b.count - a.count)
        .map(({ senders: _, ...report }) => report),
  }
}
