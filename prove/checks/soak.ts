import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../../bench/child.ts'
import { median } from '../../bench/figure.ts'
import type { Check } from '../check.ts'
import { atLeast, atMost, figure, none, pageFigures } from '../support/figures.ts'
import { person, withOwned } from '../support/owned-product.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries, nothingYet } from '../support/writers.ts'

const minute = 60_000

/** Everyday use, ten minutes of it, beside everything else that is proved. */
export const soak: Check = {
  name: 'soak',
  kind: 'fault',
  beside: true,
  promise:
    'Ten minutes of visits, saves, messages and sign-ins, while the other checks load the same machine: nothing fails and memory stays flat.',
  run: ({ quick }) =>
    withOwned({}, async (product) => {
      const long = quick ? minute / 2 : 10 * minute
      const [id = ''] = await makeEntries(product, 1)
      const known = nothingYet()
      const wrong: string[] = []
      const memory: number[] = []
      const watch = watchPage(product.url, { visitors: 3, pause: 30 })
      const until = Date.now() + long
      let version = 1
      let signedIn = 0
      for (let n = 0; Date.now() < until; n += 1) {
        const save = await product.own(
          'PATCH',
          `/api/entries/skills/${id}`,
          { data: { percent: n % 100 } },
          { 'if-match': `"${version}"` },
        )
        // What is there already is no new version.
        if (save.status === 200) version = save.json.version
        else wrong.push(`a save: ${save.status} ${save.text.slice(0, 100)}`)
        const body = { user_name: 'Visitor', user_email: 'visitor@people.example', message: `Message ${n}` }
        const sent = await product.ask('/api/messages', { method: 'POST', body })
        if (sent.status === 201) known.messages.push(sent.json.id)
        else wrong.push(`a message: ${sent.status}`)
        if (n % 50 === 0) {
          await product.signIn(person('Olga').email).then(
            () => {
              signedIn += 1
            },
            (error: Error) => wrong.push(error.message),
          )
        }
        if (n % 10 === 0) memory.push(memoryOf(product.pid).now)
        await sleep(150)
      }
      const met = await watch.stop()
      // What is loaded on first use is in by then.
      const warm = memory.slice(Math.floor(memory.length * 0.3))
      const early = median(warm.slice(0, Math.ceil(warm.length / 4)))
      const late = median(warm.slice(-Math.ceil(warm.length / 4)))
      return [
        figure('minutes', Math.round(long / minute), { atLeast: quick ? 0 : 10 }),
        atLeast('saves and messages', known.messages.length * 2, long / 1000),
        atLeast('times signed in', signedIn, 1),
        none('failures', wrong),
        figure('memory after the first third', early, undefined, { unit: 'MB' }),
        figure('memory at the end', late, undefined, { unit: 'MB' }),
        atMost('growth in between', ((late - early) / early) * 100, 10, 'percent'),
        ...pageFigures(met, 250),
      ]
    }),
}
