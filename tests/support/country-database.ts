import { SocketAddress } from 'node:net'

type Value = string | number | bigint | { [key: string]: Value }

const control = (type: number, size: number): Buffer =>
  type < 8 ? Buffer.of((type << 5) | size) : Buffer.of(size, type - 7)

const encoded = (value: Value): Buffer => {
  if (typeof value === 'string') return Buffer.concat([control(2, value.length), Buffer.from(value, 'latin1')])
  if (typeof value === 'object') {
    const pairs = Object.entries(value)
    return Buffer.concat([control(7, pairs.length), ...pairs.flatMap(([key, one]) => [encoded(key), encoded(one)])])
  }
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  // An unsigned number of 64 bits, or of 32.
  return typeof value === 'bigint'
    ? Buffer.concat([control(9, 8), bytes])
    : Buffer.concat([control(6, 4), bytes.subarray(4)])
}

/** The 128 bits of an address; IPv4 is the lowest 32. */
const bitsOf = (ip: string): string => {
  if (!ip.includes(':')) {
    const parts = ip.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
    return parts.join('').padStart(128, '0')
  }
  const [head = '', tail = ''] = new SocketAddress({ address: ip, family: 'ipv6' }).address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')
}

type Node = [Node | string | undefined, Node | string | undefined]

/**
 * A file of countries by network, such as `{ '203.0.113.0/24': 'DE', '2001:db8::/32': 'FR' }`, in version 2.0 of MaxMind's format
 * (https://maxmind.github.io/MaxMind-DB/): a tree of bits, what its leaves stand for, and what the file is.
 */
export const countryDatabase = (networks: Readonly<Record<string, string>>, builtAt = new Date()): Buffer => {
  const root: Node = [undefined, undefined]
  const nodes: Node[] = [root]
  for (const [network, country] of Object.entries(networks)) {
    const [ip = '', length = ''] = network.split('/')
    const bits = bitsOf(ip).slice(0, Number(length) + (ip.includes(':') ? 0 : 96))
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const side = bit === '1' ? 1 : 0
      let next = node[side]
      if (typeof next !== 'object') {
        next = [undefined, undefined]
        nodes.push(next)
        node[side] = next
      }
      node = next
    }
    node[bits.endsWith('1') ? 1 : 0] = country
  }
  const countries = [...new Set(Object.values(networks))]
  const data = countries.map((iso_code) => encoded({ country: { iso_code } }))
  const offsetOf = (country: string) =>
    data.slice(0, countries.indexOf(country)).reduce((sum, { length }) => sum + length, 0)
  const numberOf = new Map(nodes.map((node, index) => [node, index]))
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [index, node] of nodes.entries())
    for (const side of [0, 1] as const) {
      const to = node[side]
      const record =
        typeof to === 'object'
          ? (numberOf.get(to) as number)
          : nodes.length + (to === undefined ? 0 : 16 + offsetOf(to))
      tree.writeUIntBE(record, index * 6 + side * 3, 3)
    }
  const about = encoded({
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, ip_version: 6, record_size: 24 },
    ...{ node_count: nodes.length, database_type: 'Test-Country', description: {} },
    build_epoch: BigInt(Math.floor(builtAt.getTime() / 1000)),
  })
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), about])
}
