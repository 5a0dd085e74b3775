import { readFileSync } from 'node:fs'

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n')

/** A counter of `/proc/net/snmp`, whose lines come in pairs: names, then values. */
const counted = (protocol: string, name: string): number => {
  const [names = '', values = ''] = lines('/proc/net/snmp').filter((line) => line.startsWith(`${protocol}:`))
  return Number(values.split(' ')[names.split(' ').indexOf(name)])
}

const counted6 = (name: string): number =>
  Number(
    lines('/proc/net/snmp6')
      .find((line) => line.split(/\s+/)[0] === name)
      ?.split(/\s+/)[1] ?? 0,
  )

/** Packets and connections of this network namespace that found no way out: no route, or no name server on this machine. */
export const unreachable = (): number =>
  counted('Ip', 'OutNoRoutes') + counted6('Ip6OutNoRoutes') + counted('Udp', 'NoPorts') + counted6('Udp6NoPorts')
