import { publicUrl } from './app.ts'
import type { OpenIdProvider } from './openid-provider.ts'

/** Follows the provider's redirects, with its cookies, to the path of our own callback. */
export const consent = async (provider: OpenIdProvider, address: string): Promise<string> => {
  const jar = new Map<string, string>()
  let next = address
  while (next.startsWith(provider.issuer)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';')[0] as string
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    await response.arrayBuffer()
    next = new URL(response.headers.get('location') ?? 'about:blank', next).href
  }
  return next.slice(publicUrl.length)
}
