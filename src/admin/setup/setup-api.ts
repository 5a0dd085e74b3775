import { useQuery } from '@tanstack/react-query'
import { findCollection } from '../../model/content/collections.ts'
import type { Introduction } from '../../model/setup/introduction.ts'
import { type AnswerTo, call, forgetAll } from '../api/client.ts'

type Remnant = AnswerTo<'GET /api/setup'>['remnants'][number]

export const introduce = async (facts: Introduction): Promise<void> => {
  await call('POST /api/introductions', { body: facts })
  await forgetAll()
}

export const removeSamples = async (): Promise<void> => {
  await call('DELETE /api/samples')
  await forgetAll()
}

/** Answers in a row that came before the findings were counted. */
let uncounted = 0

export const useSetup = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['setup'],
    queryFn: async ({ signal }) => {
      const setup = await call('GET /api/setup', { signal })
      uncounted = setup.findings === null ? uncounted + 1 : 0
      return setup
    },
    // Counting took longer than an answer waits: asked again, ever more seldom.
    refetchInterval: ({ state: { data } }) => data?.findings === null && 1000 * 2 ** Math.min(uncounted, 5),
  })

const labels: Record<string, string> = { settings: 'Settings', media: 'Media' }

const list = new Intl.ListFormat('en')

/** Remnants counted by kind: “Settings (3), Projects (7), and Media (12)”. */
export const countRemnants = (remnants: readonly Remnant[]): string => {
  const found = new Map<string, Set<string>>()
  for (const { collection, entry, field } of remnants) {
    const known = found.get(collection) ?? new Set()
    found.set(collection, known.add(entry ?? field ?? ''))
  }
  return list.format(
    [...found].map(([name, { size }]) => `${labels[name] ?? findCollection(name)?.label.many ?? name} (${size})`),
  )
}
