import type { Check } from '../check.ts'
import { figure, none } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { makeEntries } from '../support/writers.ts'

/** Fifty who all saw the same version. */
export const staleSaves: Check = {
  name: 'stale-saves',
  kind: 'fault',
  quick: true,
  promise:
    'Of fifty saves at once on one version one is taken; the others are told what is stored now. Nothing is overwritten unseen.',
  run: async ({ times }) => {
    const product = await startOwned()
    try {
      const [id = ''] = await makeEntries(product, 1)
      const odd: string[] = []
      const rounds = times(20, 5)
      for (let round = 0; round < rounds; round += 1) {
        const { version } = (await product.own('GET', `/api/entries/skills/${id}`)).json
        const headers = { 'if-match': `"${version}"` }
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            product.own(
              'PATCH',
              `/api/entries/skills/${id}`,
              { data: { percent: n + 1, name: `Round ${round} of ${n}` } },
              headers,
            ),
          ),
        )
        const won = answers.filter(({ status }) => status === 200)
        const told = answers.filter(({ status, json }) => status === 409 && json.current.version === version + 1)
        if (won.length !== 1 || told.length !== 49) odd.push(`${won.length} won, ${told.length} were told`)
        const stored = (await product.own('GET', `/api/entries/skills/${id}`)).json
        if (stored.data.name !== won[0]?.json.data.name) odd.push(`stored is ${stored.data.name}`)
      }
      return [
        figure('rounds of 50', rounds, { atLeast: rounds }),
        none('rounds without exactly one winner', odd),
        none('flaws of the stored data', flawsIn(product.dataDir)),
      ]
    } finally {
      await product.stop()
    }
  },
}
