import { examplesOf } from '../../src/model/content/examples.ts'
import { Invalid } from '../../src/model/errors.ts'
import { accents } from '../../src/model/settings/settings.ts'
import type { Entries } from '../../src/server/content/entries.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { SettingsStore } from '../../src/server/settings/settings-store.ts'
import type { seededRandom } from '../support/random.ts'

type Random = ReturnType<typeof seededRandom>

const by = 'someone'
const names = ['projects', 'skills', 'testimonials'] as const

/** The positions of each collection that are not 1…n. */
export const brokenPositions = async ({ kysely }: Database): Promise<Record<string, number[]>> => {
  const rows = await kysely
    .selectFrom('entries')
    .select(['collection', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const lists = Object.groupBy(rows, ({ collection }) => collection)
  const positions = Object.entries(lists).map(([name, list]) => [name, (list ?? []).map(({ position }) => position)])
  return Object.fromEntries(
    (positions as [string, number[]][]).filter(([, list]) => list.some((position, index) => position !== index + 1)),
  )
}

const example = (name: (typeof names)[number], random: Random): Record<string, unknown> => {
  const data = random.pick<Record<string, unknown>>(examplesOf(name))
  // Few addresses, so that some are taken.
  return name === 'projects' ? { ...data, slug: `slug-${random.below(40)}` } : { ...data }
}

/** One write of a random kind; what the rules refuse counts as done. Returns its kind. */
export const writeAtRandom = async (entries: Entries, settings: SettingsStore, random: Random): Promise<string> => {
  const name: string = random.pick(names)
  const trash = random.chance(0.15)
  const { entries: list } = await entries.list(name, { limit: 200, trash })
  const publish = random.chance(0.7)
  if (random.chance(0.05)) {
    await settings.update({ accent: random.pick(accents), name: `Name ${random.below(9)}` }, { by })
    return 'settings'
  }
  try {
    if (list.length === 0 || (!trash && random.chance(0.25))) {
      await entries.create(name, example(name as 'projects', random), { by, publish })
      return 'create'
    }
    const { id, version } = random.pick(list)
    if (trash) {
      await entries.restore(name, id, { by })
      return 'restore'
    }
    const kind = random.pick(['update', 'update', 'publish', 'unpublish', 'remove', 'reorder'] as const)
    if (kind === 'update') {
      const fields = Object.entries(example(name as 'projects', random)).filter(() => random.chance(0.4))
      await entries.update(name, id, Object.fromEntries(fields), { by, version, publish })
    } else if (kind === 'reorder') {
      const ids = random.shuffled(list.map((entry) => entry.id))
      await entries.reorder(name, ids, { by })
    } else await entries[kind](name, id, { by })
    return kind
  } catch (error) {
    if (error instanceof Invalid) return 'refused'
    throw error
  }
}
