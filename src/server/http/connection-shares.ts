import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ipGroup } from '../endpoint/client-ip.ts'
import { isIdle } from './connections.ts'

// Four browsers behind one address, six connections each.
const minShare = 24

// A flood of refused connections must not cause as many searches.
const searchEveryMs = 100

interface ClientGroup {
  sockets: Set<Socket>
  searchAfter: number
}

const endIdle = (group: ClientGroup): boolean => {
  const now = Date.now()
  if (now < group.searchAfter) return false
  for (const socket of group.sockets) {
    if (socket.destroyed || !isIdle(socket)) continue
    socket.destroy()
    return true
  }
  group.searchAfter = now + searchEveryMs
  return false
}

/**
 * Refuses a connection of an address group that has a third as many as are still free, so that a few clients together cannot take all:
 * one gets 500 of 2,000, and each further one a quarter of the rest. The group's own idle connections are ended first.
 */
export const shareConnections = (server: Server, most: number): void => {
  const groups = new Map<string, ClientGroup>()
  let total = 0
  server.on('connection', (socket) => {
    const name = ipGroup(socket.remoteAddress ?? 'unknown')
    const group = groups.get(name) ?? { sockets: new Set(), searchAfter: 0 }
    const { sockets } = group
    if (sockets.size >= Math.max(minShare, (most - total) / 3) && !endIdle(group)) {
      socket.destroy()
      return
    }
    groups.set(name, group)
    sockets.add(socket)
    total += 1
    socket.once('close', () => {
      total -= 1
      sockets.delete(socket)
      if (sockets.size === 0) groups.delete(name)
    })
  })
}
