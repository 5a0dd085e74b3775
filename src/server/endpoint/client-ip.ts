import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** The address alone of one that some proxies write with a port, `1.2.3.4:5678` or `[2001:db8::1]:443`; undefined for what is none. */
const ipOf = (text: string): string | undefined => {
  const plain = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  // A zone would be a name of the client's own choosing.
  if (isIP(plain) === 0 || plain.includes('%')) return undefined
  // One spelling of each, so that an IPv4 address inside an IPv6 one is known as such.
  return isIPv6(plain) ? new SocketAddress({ address: plain, family: 'ipv6' }).address : plain
}

/** The part of a list that stands so many places from its end, or the first there is; the rest is not taken apart. */
const fromTheEnd = (list: string, places: number): string => {
  let part = ''
  let end = list.length
  for (let place = 0; place < places && end >= 0; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1)
    const text = list.slice(comma + 1, end).trim()
    if (text !== '') {
      part = text
      place += 1
    }
    end = comma
  }
  return part
}

/**
 * Who is calling: the socket's address, or, behind `trusted` proxies, the one that the outermost of them saw.
 * Whatever a client writes in front of what our proxies add is not believed. Where there is no IP address, it is the socket's: a port or a
 * word that changes with each call would be a new client each time.
 */
export const clientIp = (request: IncomingMessage | undefined, trusted: number): string => {
  const socket = request?.socket.remoteAddress ?? 'unknown'
  if (trusted === 0) return socket
  const header = [request?.headers['x-forwarded-for'] ?? []].flat().join(',')
  return ipOf(fromTheEnd(header, trusted)) ?? socket
}

/** The part of an address that one client holds: an IPv6 client has a whole /64 to itself. */
export const ipGroup = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%')[0] as string).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const whole =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The network around an `ipGroup`, all of which one client can often use: an IPv6 /48 (RFC 6177), an IPv4 /24. */
export const networkOf = (group: string): string => {
  if (isIPv4(group)) return `${group.slice(0, group.lastIndexOf('.'))}.0/24`
  return group.endsWith('::/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : group
}
