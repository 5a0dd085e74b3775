import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { addressGroup, clientAddress } from './client-address.ts'

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
])('with %i trusted proxies and X-Forwarded-For “%s” the client is %s', (trusted, forwarded, client) => {
  expect(clientAddress(request(forwarded), trusted)).toBe(client)
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
])('%s is counted as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
