import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'

const evil = 'evil.example'
const disguises: Record<string, string>[] = [
  { host: evil },
  { host: `${evil}:443` },
  { 'x-forwarded-host': evil },
  { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
  { forwarded: `host=${evil};proto=https` },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  { 'x-http-method-override': 'DELETE' },
  { origin: `https://${evil}`, referer: `https://${evil}/` },
  { 'accept-language': evil, 'user-agent': evil, cookie: `a=${evil}` },
  { accept: `text/${evil}`, 'accept-encoding': `${evil}, identity` },
  { 'x-forwarded-prefix': `/${evil}` },
]
const addresses = [
  '/',
  '/all',
  '/design',
  '/404',
  '/robots.txt',
  '/sitemap.xml',
  '/api/content',
  '/login',
  `/?x=${evil}`,
  `//${evil}/`,
  `/%2e%2e/${evil}`,
  `/nothing/${evil}`,
  '/all/',
  '/ADMIN',
]

// The owner's app carries a number that is another each time.
const settled = (text: string) => text.replaceAll(/nonce="[^"]*"|content="[A-Za-z0-9+/]{22}=="/g, '')

/** Asks in every disguise; tells what of it came back, and what the pages were afterwards. */
export const scanPoisoning = async (product: OwnedProduct) => {
  const plain = new Map<string, string>()
  for (const address of addresses) plain.set(address, settled((await product.ask(address)).text))
  const found: string[] = []
  let asked = 0
  for (const headers of disguises)
    for (const address of addresses) {
      const answer = await product.ask(address, { headers })
      asked += 1
      const told = `${Object.keys(headers).join(', ')} at ${address}`
      // An address is repeated in a redirect to it, percent-encoded and on this site.
      const place = answer.headers.location
      if (place && new URL(place, product.url).origin !== product.url) found.push(`${told}: to ${place}`)
      if (answer.text.includes(evil)) found.push(`${told}: in the text`)
      for (const [name, value] of Object.entries(answer.headers))
        if (name !== 'location' && String(value).includes(evil)) found.push(`${told}: in ${name}`)
      const now = await product.ask(address)
      if (settled(now.text) !== plain.get(address)) found.push(`${told}: the page is another`)
    }
  return [atLeast('requests in disguise', asked, 150), none('of it in an answer or a later page', found)]
}

/** Whether one visitor can spoil the page of the next. */
export const poisoning: Check = {
  name: 'poisoning',
  kind: 'threat',
  quick: true,
  promise:
    'No request header (Host, forwarding headers, method overrides) gets into a page, a header or a later answer; nothing unknown is cached.',
  run: () => withOwned({}, scanPoisoning),
}
