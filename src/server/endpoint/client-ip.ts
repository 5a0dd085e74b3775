import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** The IP address in a text, without the port that some proxies add (`1.2.3.4:5678`, `[2001:db8::1]:443`). */
const ipOf = (text: string): string | undefined => {
  const plain = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  // A client can choose any zone.
  if (isIP(plain) === 0 || plain.includes('%')) return undefined
  // Canonical, so that an IPv4 address inside an IPv6 one is recognised.
  return isIPv6(plain) ? new SocketAddress({ address: plain, family: 'ipv6' }).address : plain
}

/** The item of a list at this position from its end, or the first item. Splits no more of the list than necessary. */
const fromTheEnd = (list: string, position: number): string => {
  let part = ''
  let end = list.length
  for (let count = 0; count < position && end >= 0; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1)
    const text = list.slice(comma + 1, end).trim()
    if (text !== '') {
      part = text
      count += 1
    }
    end = comma
  }
  return part
}

/**
 * The client's IP address: the socket's or, behind `trusted` proxies, the one that the outermost of them saw. Items that the client wrote
 * itself are ignored, and so is text that is no IP address, which could be different in each call.
 */
export const clientIp = (request: IncomingMessage | undefined, trusted: number): string => {
  const socket = request?.socket.remoteAddress ?? 'unknown'
  if (trusted === 0) return socket
  const header = [request?.headers['x-forwarded-for'] ?? []].flat().join(',')
  return ipOf(fromTheEnd(header, trusted)) ?? socket
}

/** Addresses that belong to one client, by which it is counted: an IPv4 address or an IPv6 /64. */
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

/** The /48 around an IPv6 `ipGroup`, all of which one customer often has (RFC 6177); other groups as they are. */
export const customerOf = (group: string): string =>
  group.endsWith('::/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : group

/** The network around an `ipGroup`, all of which one client can often use: an IPv6 /48, an IPv4 /24. */
export const networkOf = (group: string): string =>
  isIPv4(group) ? `${group.slice(0, group.lastIndexOf('.'))}.0/24` : customerOf(group)
