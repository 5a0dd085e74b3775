import { isUnencrypted } from '../process/encrypted-only.ts'
import { type HealthView, Warning } from './health-check.ts'

const timeoutMs = 3000

/** Throws `Warning` for a URL without encryption. */
const refuseClear = (publicUrl: string) => {
  if (isUnencrypted(publicUrl))
    throw new Warning(
      `${publicUrl} is not encrypted: passwords travel in the clear. Put a proxy with TLS in front and set PUBLIC_URL=https://${new URL(publicUrl).host}.`,
    )
}

/** Undefined when nothing answers. */
export const askHealthz = async (publicUrl: string) => {
  const answer = await fetch(`${publicUrl}/healthz`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  }).catch(() => undefined)
  return answer && { status: answer.status, body: (await answer.json().catch(() => undefined)) as unknown }
}

/** The doctor has no request at hand, so it calls PUBLIC_URL. */
const askThere = async (publicUrl: string): Promise<string> => {
  refuseClear(publicUrl)
  const answer = await askHealthz(publicUrl)
  if (!answer) throw new Warning(`${publicUrl} does not answer. Is Vitrine running, and does the proxy lead to it?`)
  const { body } = answer
  if (typeof body !== 'object' || body === null || !('publishing' in body))
    throw new Warning(`At ${publicUrl} something else answers (${answer.status}). Check PUBLIC_URL and the proxy.`)
  return `${publicUrl} leads here.`
}

/** Compares a request with PUBLIC_URL and TRUST_PROXY. Throws `Warning` with what to set. */
export const proxyFlaw = async ({ config: { publicUrl, trustProxy }, running }: HealthView): Promise<string> => {
  if (!running) return askThere(publicUrl)
  const { headers } = running
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').filter((part) => part.trim() !== '')
  if (forwarded.length > 0 && trustProxy === 0)
    throw new Warning(
      `A proxy stands in front (X-Forwarded-For) and is not believed: limits count all visitors as one. Set TRUST_PROXY=${forwarded.length}.`,
    )
  if (trustProxy > forwarded.length)
    throw new Warning(
      `TRUST_PROXY is ${trustProxy}, but this request came through ${forwarded.length === 0 ? 'none' : forwarded.length}: anyone who comes directly can pretend to be elsewhere. Set TRUST_PROXY=${forwarded.length}, or close the way around the proxy.`,
    )
  const { protocol, host } = new URL(publicUrl)
  const seenProtocol = headers.get('x-forwarded-proto')
  if (seenProtocol && `${seenProtocol.split(',')[0]?.trim()}:` !== protocol)
    throw new Warning(
      `You came by ${seenProtocol}, but PUBLIC_URL says ${protocol.slice(0, -1)}. Set PUBLIC_URL to the address you use.`,
    )
  const seenHost = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  if (seenHost && seenHost !== host && trustProxy === 0)
    throw new Warning(`You came by ${seenHost}, but PUBLIC_URL says ${host}. Set PUBLIC_URL to the address you use.`)
  refuseClear(publicUrl)
  return `${publicUrl}, ${trustProxy === 0 ? 'without a proxy' : `behind ${trustProxy === 1 ? 'a proxy' : `${trustProxy} proxies`}`}.`
}
