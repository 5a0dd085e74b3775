import type { Client } from 'pg'

/** On one machine it takes a millisecond; to another continent a tenth of a second. */
const timeoutMs = 1000

/**
 * True when a notice sent over another connection reaches this client, which must be idle: a pooler delivers notices, if at all, to whoever
 * has the server's connection at that moment.
 */
export const proveNotices = async (client: Client, payload: string, send: () => Promise<void>): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const listener = (notice: { payload?: string | undefined }) => {
    if (notice.payload === payload) resolve(true)
  }
  client.on('notification', listener)
  let timer: NodeJS.Timeout | undefined
  try {
    await send()
    timer = setTimeout(resolve, timeoutMs, false)
    return await promise
  } finally {
    clearTimeout(timer)
    client.off('notification', listener)
  }
}
