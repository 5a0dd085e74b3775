import type { Check } from '../check.ts'
import { everydayUse } from '../support/everyday-use.ts'
import { atLeast, atMost, figure, none, pageFigures } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'

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
      const ms = quick ? minute / 2 : 10 * minute
      const { messages, signedIn, wrong, met, early, late } = await everydayUse(product, { ms })
      return [
        figure('minutes', Math.round(ms / minute), { atLeast: quick ? 0 : 10 }),
        atLeast('saves and messages', messages * 2, ms / 1000),
        atLeast('times signed in', signedIn, 1),
        none('failures', wrong),
        figure('memory after the first third', early, undefined, { unit: 'MB' }),
        figure('memory at the end', late, undefined, { unit: 'MB' }),
        atMost('growth in between', ((late - early) / early) * 100, 10, 'percent'),
        ...pageFigures(met, 250),
      ]
    }),
}
