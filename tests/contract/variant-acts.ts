import type { TestAnswer } from '../support/app.ts'
import { type Act, type Body, listed, type Owner, type Row, send } from './act.ts'

const anyVariant = async ({ browser, random }: Owner): Promise<Row | undefined> => {
  const { variants } = (await browser.get('/api/cv-variants')).body
  return variants.length > 0 ? random.pick<Row>(variants) : undefined
}

/** An act on one of the variants of the CV that there are. */
const onVariant = (act: (owner: Owner, at: string, row: Row) => Promise<TestAnswer>) => async (owner: Owner) => {
  const row = await anyVariant(owner)
  return row && act(owner, `/api/cv-variants/${row.id}`, row)
}

const chosenSkills = async (owner: Owner): Promise<Body> => ({
  skills: (await listed(owner, 'entries/skills'))
    .filter(() => owner.random.chance(0.5))
    .map(({ id }) => ({
      id,
      ...(owner.random.chance(0.3) ? { text: { name: `Skill ${owner.random.below(9)}` } } : {}),
    })),
})

/** What an owner can do with variants of the CV, with how often it is done. */
export const variantActs: Record<string, { often: number; act: Act }> = {
  'create a variant': {
    often: 3,
    act: async (owner: Owner) =>
      // Few names, so that some are taken.
      owner.browser.post('/api/cv-variants', {
        name: `variant-${owner.random.below(6)}`,
        entries: await chosenSkills(owner),
      }),
  },
  'change a variant': {
    often: 4,
    act: onVariant(async (owner, at, row) => {
      const { random } = owner
      const entries = random.chance(0.5) ? { entries: await chosenSkills(owner) } : {}
      const body = { anonymous: random.chance(0.5), name: `variant-${random.below(6)}`, ...entries }
      return send('PATCH', '', () => body)(owner, at, row)
    }),
  },
  'replace a link': { often: 1, act: onVariant(send('POST', '/links')) },
  'delete a variant': { often: 2, act: onVariant(send('DELETE')) },
}
