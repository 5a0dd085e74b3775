import { solved } from '../../tests/support/solved.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'
import { readStore } from '../support/stored.ts'
import { watchPage } from '../support/watch-page.ts'

const atOnce = 20

/** Floods the contact form from one /48 and then from many networks; a visitor from elsewhere writes after each. */
export const floodContact = async (product: OwnedProduct, posts: number) => {
  const email = { user_name: 'Ada', user_email: 'ada@mail.example', message: 'Is there time in May?' }
  const post = (address: string, message: string, proof = '') =>
    product.ask('/api/messages', {
      method: 'POST',
      body: { ...email, message, proof },
      headers: { 'x-forwarded-for': address },
    })
  const prove = async () => solved(JSON.parse((await product.ask('/api/messages/challenge')).text).challenge)
  const flood = async (addressOf: (n: number) => string) => {
    const statuses: number[] = []
    for (let n = 0; n < posts; n += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, posts - n) }, (_, m) => post(addressOf(n + m), `No. ${n + m}`))
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    return statuses
  }
  const statusOf = async ({ text }: { text: string }) => {
    const { id } = JSON.parse(text) as { id: string }
    return readStore(product.dataDir, (all) => all('select status from messages where id = ?', id)[0]?.status)
  }
  const counted = () => readStore(product.dataDir, (all) => Number(all('select count(*) as n from attempts')[0]?.n))

  const watch = watchPage(product.url)
  const one = await flood((n) => `2001:db8:1:${n.toString(16)}::1`)
  const rows = counted()
  const refused = await flood((n) => `2001:db8:1:${(n + posts).toString(16)}::1`)
  const rowsOfRefused = counted() - rows
  const afterOne = [await post('192.0.2.1', 'After one'), await post('192.0.2.2', 'After one, proven', await prove())]
  // Each from a provider of its own, until above the limit of all together.
  const many = await flood((n) => `2a00:${n.toString(16)}:1::1`)
  const unproven = await post('198.51.100.1', 'After many')
  const proven = await post('198.51.100.2', 'After many, proven', await prove())
  const met = await watch.stop()

  const not = (statuses: number[], ...allowed: number[]) => statuses.filter((status) => !allowed.includes(status))
  return [
    atLeast('posts from one /48', one.length, posts),
    figure('of them taken', one.filter((status) => status === 201).length, { atMost: 20 }),
    none('answers other than 201 and 429', not([...one, ...refused, ...many], 201, 429)),
    figure('rows written by as many posts that were refused', rowsOfRefused, { atMost: 0 }),
    none(
      'visitors from elsewhere refused after that',
      not(
        afterOne.map(({ status }) => status),
        201,
      ),
    ),
    atLeast('posts from as many networks', many.length, posts),
    none('visitors refused after that, without and with a proof', not([unproven.status, proven.status], 201)),
    none('of them not in the inbox, with a proof', (await statusOf(proven)) === 'new' ? [] : [proven.text]),
    none('of them not quarantined, without one', (await statusOf(unproven)) === 'spam' ? [] : [unproven.text]),
    ...pageFigures(met),
  ]
}

export const contactFlood: Check = {
  name: 'contact-flood',
  kind: 'threat',
  timed: true,
  promise:
    'Five hundred posts from one /48 leave the contact form open to everyone else. Above the limit for everyone, a message with a proof of work is accepted as usual, and the others are quarantined and not refused.',
  run: () => withOwned({ env: { LIMITS: 'on', TRUST_PROXY: '1' } }, (product) => floodContact(product, 500)),
}
