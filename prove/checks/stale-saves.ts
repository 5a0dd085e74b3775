import type { Check } from '../check.ts'
import { figure, none } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { makeEntries } from '../support/writers.ts'

/** Fifty who all saw the same version, so many times. */
export const scanStaleSaves = async (product: OwnedProduct, rounds: number) => {
  const [id = ''] = await makeEntries(product, 1)
  const address = `/api/entries/skills/${id}`
  const odd: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { version } = (await product.own('GET', address)).json
    const headers = { 'if-match': `"${version}"` }
    const save = (n: number) => product.own('PATCH', address, { data: { name: `Round ${round} of ${n}` } }, headers)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => save(n)))
    const won = answers.filter(({ status }) => status === 200)
    const told = answers.filter(({ status, json }) => status === 409 && json.current.version === version + 1)
    if (won.length !== 1 || told.length !== 49) odd.push(`${won.length} won, ${told.length} were told`)
    const stored = (await product.own('GET', address)).json
    if (stored.data.name !== won[0]?.json.data.name) odd.push(`stored is ${stored.data.name}`)
  }
  return [
    figure('rounds of 50', rounds, { atLeast: rounds }),
    none('rounds without exactly one winner', odd),
    none('flaws of the stored data', flawsIn(product.dataDir)),
  ]
}

/** The door through which nothing is overwritten unseen. */
export const staleSaves: Check = {
  name: 'stale-saves',
  kind: 'fault',
  quick: true,
  promise:
    'Of fifty concurrent saves on one version one is stored; the others are answered with the stored entry. Nothing is overwritten unseen.',
  run: ({ times }) => withOwned({}, (product) => scanStaleSaves(product, times(20, 5))),
}
