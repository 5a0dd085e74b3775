import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import pLimit from 'p-limit'
import { http } from '../process/node-http.ts'

const privateRanges = new BlockList()
// https://www.iana.org/assignments/iana-ipv4-special-registry
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [net = '', bits] = range.split('/')
  privateRanges.addSubnet(net, Number(bits), 'ipv4')
}
const globalRanges = new BlockList()
globalRanges.addSubnet('2000::', 3, 'ipv6')
// Inside it: protocols that carry an IPv4 address in theirs, and what documents may name.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6')

/** True for an address that everybody on the internet reaches. IPv4 written as IPv6 is none: no link needs it. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !privateRanges.check(address, 'ipv4')
  return version === 6 && globalRanges.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6')
}

export interface LinkNetwork {
  resolve(host: string): Promise<{ address: string; family: number }[]>
  isPublic(address: string): boolean
}

const internet: LinkNetwork = { resolve: (host) => lookup(host, { all: true }), isPublic: isPublicAddress }

class PrivateAddress extends Error {
  constructor() {
    super('It leads into a private network, which visitors cannot reach.')
  }
}

const answerMs = 5000
const mostHops = 5

/** Status and target of one call. Connects to the address that was checked: the name is not resolved a second time (DNS rebinding). */
const callOnce = (url: URL, method: 'HEAD' | 'GET', network: LinkNetwork, signal: AbortSignal) =>
  new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address is connected to as it is, without `lookup`.
    if (isIP(host) !== 0 && !network.isPublic(host)) throw new PrivateAddress()
    const pinned: LookupFunction = (name, options, done) => {
      network.resolve(name).then(
        (found) => {
          const [first] = found
          if (!first || !found.every(({ address }) => network.isPublic(address))) done(new PrivateAddress(), '', 4)
          else if (options.all) done(null, found)
          else done(null, first.address, first.family)
        },
        (error) => done(error as Error, '', 4),
      )
    }
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        ...{ method, lookup: pinned, agent: false, signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) },
        headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Vitrine link check)', Accept: '*/*' },
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, location: response.headers.location })
        // Nothing of the body is read.
        response.destroy()
      },
    )
    request.on('error', reject)
    // Whoever answers with another protocol is hung up on, which is no error to Node.
    request.on('close', () => reject(new Error('It hangs up without an answer.')))
    request.end()
  })

/** Follows redirects by hand, so that each address on the way is checked. */
const call = async (start: string, method: 'HEAD' | 'GET', network: LinkNetwork, signal: AbortSignal) => {
  let url = new URL(start)
  for (let hop = 0; hop <= mostHops; hop += 1) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('It leads to no web page.')
    // What a redirect brings is never sent on.
    url.username = ''
    url.password = ''
    const { status, location } = await callOnce(url, method, network, signal)
    const next = status >= 300 && status < 400 && location !== undefined ? URL.parse(location, url) : null
    if (!next) return status
    url = next
  }
  throw new Error(`It is redirected more than ${mostHops} times.`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'Its name could not be resolved.',
  ECONNREFUSED: 'Nothing answers there.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
}

/** Some servers do not take HEAD, or take it for a robot's. */
const mayDiffer = (status: number) => status >= 400
/** Refused to us, and perhaps to nobody else. */
const isUnclear = (status: number) => [401, 403, 405, 406, 429, 999].includes(status) || status === 503

/** Why a link to another site is dead; undefined for one that is not, as far as can be seen from here. */
export const deadReason = async (
  url: string,
  signal: AbortSignal,
  network: LinkNetwork = internet,
): Promise<string | undefined> => {
  try {
    let status = await call(url, 'HEAD', network, signal)
    if (mayDiffer(status)) status = await call(url, 'GET', network, signal)
    return status < 400 || isUnclear(status) ? undefined : `The answer is ${status}.`
  } catch (error) {
    if (error instanceof PrivateAddress) return error.message
    const { name, code = '', message } = error as Error & { code?: string }
    if (name === 'TimeoutError' || name === 'AbortError') return 'Nothing answered in time.'
    return reasons[code] ?? (code === '' ? message : `It cannot be reached (${code}).`)
  }
}

const atOnce = 6
const mostLinks = 200
const allMs = 25_000

/** Looks at links, few at a time and all of them within half a minute; those for which there was no time are left out. */
export const checkLinks = async (
  urls: readonly string[],
  network?: LinkNetwork,
): Promise<Map<string, string | null>> => {
  const inTurn = pLimit(atOnce)
  const signal = AbortSignal.timeout(allMs)
  const found = new Map<string, string | null>()
  await Promise.all(
    urls.slice(0, mostLinks).map((url) =>
      inTurn(async () => {
        if (signal.aborted) return
        const reason = await deadReason(url, signal, network)
        if (!signal.aborted) found.set(url, reason ?? null)
      }),
    ),
  )
  return found
}
