import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Who is calling: the socket's address, or, behind `trusted` proxies, the one that the outermost of them saw.
 * Whatever a client writes in front of what our proxies add is not believed.
 */
export const clientAddress = (request: IncomingMessage | undefined, trusted: number): string => {
  const socket = request?.socket.remoteAddress ?? 'unknown'
  if (trusted === 0) return socket
  const header = request?.headers['x-forwarded-for']
  const seen = [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return seen.at(-Math.min(trusted, seen.length)) ?? socket
}

/** The part of an address that one client holds: an IPv6 client has a whole /64 to itself. */
export const addressGroup = (address: string): string => {
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
