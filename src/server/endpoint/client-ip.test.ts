import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientIp, ipGroup, networkOf } from './endpoint.ts'

const request = (forwarded?: string) =>
  ({ socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

it.each([
  [0, '1.1.1.1', '10.0.0.1'],
  [1, '1.1.1.1', '1.1.1.1'],
  [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [2, '1.1.1.1', '1.1.1.1'],
  [1, undefined, '10.0.0.1'],
  [1, ' , ', '10.0.0.1'],
  [2, '6.6.6.6, , 1.1.1.1, 2.2.2.2,', '1.1.1.1'],
  [1, ',1.1.1.1', '1.1.1.1'],
  [1, '1.1.1.1:5678', '1.1.1.1'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '::ffff:1.1.1.1', '::ffff:1.1.1.1'],
  [1, '::ffff:0101:0101', '::ffff:1.1.1.1'],
  [1, '0:0:0:0:0:FFFF:1.1.1.1', '::ffff:1.1.1.1'],
  [1, 'unknown', '10.0.0.1'],
  [1, '_hidden', '10.0.0.1'],
  [1, '1.1.1.1:port', '10.0.0.1'],
  [1, '1.1.1.1.1', '10.0.0.1'],
  [1, '1.1.1.999:80', '10.0.0.1'],
  [1, '[1.1.1.1]x', '10.0.0.1'],
  [1, 'fe80::1%anything', '10.0.0.1'],
  [1, '"1.1.1.1"', '10.0.0.1'],
])('with %i trusted proxies and X-Forwarded-For “%s” the client is %s', (trusted, forwarded, client) => {
  expect(clientIp(request(forwarded), trusted)).toBe(client)
})

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2::1.2.3.4', '2001:db8:1:2::/64'],
])('%s is counted as %s', (address, group) => {
  expect(ipGroup(address)).toBe(group)
})

it('takes no longer for a header of nothing but commas than it is long', () => {
  expect(clientIp(request(',1.1.1.1'.padStart(16_000, ',')), 1)).toBe('1.1.1.1')
  expect(clientIp(request(','.repeat(16_000)), 3)).toBe('10.0.0.1')
})

it.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('%s is of the network %s', (group, network) => {
  expect(networkOf(group)).toBe(network)
})
