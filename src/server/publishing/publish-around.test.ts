import { expect, it } from 'vitest'
import { emptyContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { publishAround } from './publisher.ts'

type Skill = Content['skills'][number]
const skill = (n: number, name = `Skill ${n}`): Skill => ({ id: `s${n}`, order: n, name, percent: n % 100 })
const withSkills = (skills: Skill[], name = 'Mira'): Content => {
  const content = emptyContent()
  return { ...content, version: 9, skills, settings: { ...content.settings, name } }
}

/** Renders everything but what is called so. */
const unless = (...bad: string[]) => {
  const seen = { attempts: 0 }
  const attempt = (content: Content) => {
    seen.attempts += 1
    const names = [content.settings.name, ...content.skills.map(({ name }) => name)]
    return names.some((name) => bad.includes(name)) ? 'It broke.' : undefined
  }
  return { attempt, seen }
}
const names = (content: Content | undefined) => content?.skills.map(({ name }) => name)

it('leaves the one new entry that throws off, names it, and shows the others', async () => {
  const next = withSkills([skill(1), skill(2, 'bad'), skill(3)])
  const around = await publishAround(next, undefined, unless('bad').attempt)
  expect(names(around?.content)).toEqual(['Skill 1', 'Skill 3'])
  expect(around?.withheld).toEqual([
    { collection: 'skills', entry: 's2', reason: 'Skill “bad” cannot be shown: It broke.' },
  ])
})

it('keeps the last good state of an entry, in its new place, and takes over everything else', async () => {
  const good = withSkills([skill(1), skill(2), skill(3)])
  const next = withSkills(
    [
      { ...skill(2, 'bad'), order: 1 },
      { ...skill(1), order: 2 },
    ],
    'Renamed',
  )
  const around = await publishAround(next, good, unless('bad').attempt)
  expect(around?.content.skills).toEqual([
    { ...skill(2), order: 1 },
    { ...skill(1), order: 2 },
  ])
  expect(around?.content.settings.name).toBe('Renamed')
})

it('keeps the last good settings and shows the new entries', async () => {
  const around = await publishAround(withSkills([skill(1)], 'bad'), withSkills([], 'Mira'), unless('bad').attempt)
  expect([around?.content.settings.name, names(around?.content)]).toEqual(['Mira', ['Skill 1']])
  expect(around?.withheld.map(({ collection }) => collection)).toEqual(['settings'])
})

it('finds what throws among what was good under an earlier program', async () => {
  const good = withSkills([skill(1), skill(2, 'bad'), skill(3)])
  const around = await publishAround(structuredClone(good), good, unless('bad').attempt)
  expect(names(around?.content)).toEqual(['Skill 1', 'Skill 3'])
})

it('shows nothing when everything throws', async () => {
  expect(await publishAround(withSkills([], 'bad'), undefined, unless('bad').attempt)).toBeUndefined()
})

it('needs few attempts for a few bad entries among a thousand, and a bounded number for any', async () => {
  const skills = Array.from({ length: 1000 }, (_, n) => skill(n))
  const few = unless('Skill 7', 'Skill 500', 'Skill 999')
  expect(names((await publishAround(withSkills(skills), undefined, few.attempt))?.content)).toHaveLength(997)
  expect(few.seen.attempts).toBeLessThan(70)
  const all = unless(...skills.map(({ name }) => name))
  expect((await publishAround(withSkills(skills), undefined, all.attempt))?.content.skills).toEqual([])
  expect(all.seen.attempts).toBeLessThan(250)
})
