import { createHmac } from 'node:crypto'

const timeoutMs = 10_000

interface PurgeCall {
  url: string
  secret: string
  body: string
  /** Unix time in ms. */
  now: number
}

/** The signature of a body that was sent at this time, in seconds: HMAC-SHA256 over `TIME.BODY`, in hexadecimal. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

/**
 * Posts a signed body; resolves to undefined when it was taken (2xx), else to why not. Follows no redirect and reads nothing of the answer, so
 * that the receiver cannot lead it elsewhere or fill the memory.
 */
export const sendSigned = async (
  { url, secret, body, now }: PurgeCall,
  closed: AbortSignal,
): Promise<string | undefined> => {
  const seconds = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'x-vitrine-timestamp': String(seconds),
    'x-vitrine-signature': `sha256=${signatureOf(secret, seconds, body)}`,
  }
  try {
    const signal = AbortSignal.any([closed, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}
