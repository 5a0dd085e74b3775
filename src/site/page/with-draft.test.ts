import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import type { PublishedEntry } from '../../model/publishing/published-content.ts'
import { withDraft } from './one-page.tsx'

const skill = (id: string, order: number, name = id): PublishedEntry<'skills'> => ({ id, order, name, percent: 1 })

const content = () => ({ ...exampleContent(), skills: [skill('a', 1), skill('b', 3), skill('c', 4)] })
const names = (entry: PublishedEntry<'skills'>) =>
  withDraft(content(), { collection: 'skills', entry }).skills.map(({ name }) => name)

describe('a draft over the published content', () => {
  it('stands in for its entry, which keeps its place', () => {
    expect(names(skill('b', 3, 'B'))).toEqual(['a', 'B', 'c'])
  })

  it('that is not on the page stands where its order puts it: before, between or behind the others', () => {
    expect(names(skill('x', 0))).toEqual(['x', 'a', 'b', 'c'])
    expect(names(skill('x', 2))).toEqual(['a', 'x', 'b', 'c'])
    expect(names(skill('x', Number.MAX_SAFE_INTEGER))).toEqual(['a', 'b', 'c', 'x'])
  })

  it('leaves what it is laid over, and everything else, as it was', () => {
    const before = content()
    const after = withDraft(before, { collection: 'skills', entry: skill('b', 3, 'B') })
    expect(before.skills.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(after).toEqual({ ...before, skills: after.skills })
  })

  it('of the settings takes their place', () => {
    const before = content()
    const settings = { ...before.settings, name: 'Ada' }
    expect(withDraft(before, { collection: 'settings', settings })).toEqual({ ...before, settings })
  })
})
