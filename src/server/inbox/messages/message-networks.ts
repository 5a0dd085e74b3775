import { isIPv4 } from 'node:net'
import type { AttemptLimit } from '../../limits/attempts.ts'

export interface NetworkLimit extends AttemptLimit {
  /** `quarantine`: further messages are quarantined as spam, except with a proof of work. */
  above: 'refuse' | 'quarantine'
}

export interface Network {
  name: string
  limits: readonly NetworkLimit[]
}

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]
const refuse = (max: number, windowSeconds: number): NetworkLimit => ({ max, windowSeconds, above: 'refuse' })
const quarantine = (max: number, windowSeconds: number): NetworkLimit => ({ max, windowSeconds, above: 'quarantine' })

const client = [refuse(5, 10 * minute), refuse(20, day)]

/**
 * The networks that a client's address belongs to, each with its limits, the narrowest first. `group` is an IPv4 address, the
 * /64 of an IPv6 one (`2001:db8:0:1::/64`), or whatever else a client is known by.
 *
 * One IPv6 customer holds up to a /48, RFC 6177; a /32 is a whole provider, and an IPv4 /24 has many customers. What many
 * share is refused late, so that one of them cannot shut the others out.
 */
export const networksOf = (group: string): Network[] => {
  if (isIPv4(group))
    return [
      { name: group, limits: client },
      {
        name: `${group.slice(0, group.lastIndexOf('.'))}.0/24`,
        limits: [quarantine(20, 10 * minute), refuse(200, day)],
      },
    ]
  const [, a, b, c, d = ''] =
    /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/.exec(group) ?? []
  if (d === '') return [{ name: group, limits: client }]
  const upperByte = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    { name: group, limits: client },
    { name: `${a}:${b}:${c}:${upperByte}::/56`, limits: [refuse(10, 10 * minute), refuse(40, day)] },
    { name: `${a}:${b}:${c}::/48`, limits: [refuse(20, 10 * minute), refuse(80, day)] },
    { name: `${a}:${b}::/32`, limits: [quarantine(50, hour), refuse(400, day)] },
  ]
}
