import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import type { CvVariant } from '../../model/cv/variant.ts'
import {
  type Choices,
  changedRow,
  choicesOf,
  formProblems,
  patchOf,
  reworded,
  rowsOf,
  valuesOf,
  wordsOf,
} from './choices.ts'

const published = exampleContent().projects.slice(0, 3)
const ids = published.map(({ id }) => id)
const [first = '', second = '', third = ''] = ids

describe('the entries of a variant', () => {
  it('follow the page until one is chosen otherwise, and again when all are as on it', () => {
    const rows = rowsOf(published, null)
    expect(choicesOf(rows, published)).toBeNull()
    const hidden = changedRow(rows, second, { hidden: true })
    expect(choicesOf(hidden, published)).toEqual([{ id: first }, { id: second, hidden: true }, { id: third }])
    expect(choicesOf(changedRow(hidden, second, { hidden: false }), published)).toBeNull()
    expect(choicesOf(rows.toReversed(), published)).toEqual([{ id: third }, { id: second }, { id: first }])
  })

  it('that came later stand at the end, hidden, and are named once they are chosen', () => {
    const rows = rowsOf(published, [{ id: third }, { id: first }])
    expect(rows.map(({ id, hidden, isNew }) => [id, hidden, isNew])).toEqual([
      [third, false, false],
      [first, false, false],
      [second, true, true],
    ])
    expect(choicesOf(rows, published)).toEqual([{ id: third }, { id: first }])
    expect(choicesOf(changedRow(rows, second, { hidden: false }), published)).toHaveLength(3)
  })

  it('keep the place and the words of one that is not published', () => {
    const choices = [{ id: 'gone', text: { title: 'Other' } }, { id: first }] as unknown as NonNullable<Choices>
    const rows = rowsOf(published, choices)
    expect(rows[0]).toMatchObject({ id: 'gone', entry: undefined })
    expect(choicesOf(rows, published)).toEqual(choices)
  })

  it('have no other words where those are the entry’s own', () => {
    const [row] = rowsOf(published, null)
    if (!row) throw new Error('There is no project.')
    const other = { ...row, text: reworded(row, 'title', 'Other') }
    expect(other.text).toEqual({ title: 'Other' })
    expect(reworded(other, 'title', published[0]?.title)).toEqual({})
    expect(reworded(row, 'tags', [...(published[0]?.tags ?? [])])).toEqual({})
    expect(wordsOf('projects', other)).toContain('Other')
    expect(wordsOf('projects', other)).not.toContain(published[0]?.title)
  })
})

describe('the values of the form', () => {
  const variant = {
    ...{ title: 'T', name: 't', access: 'link', anonymous: false, headline: null, summary: 'S' },
    ...{ design: null, paper: 'letter', portrait: false, onePage: null, entries: { skills: [{ id: 'a' }] } },
  } as unknown as CvVariant

  it('are the stored ones again when they are sent', () => {
    const { title, name, access, anonymous, headline, summary, design, paper, portrait, onePage, entries } = variant
    const data = { title, name, access, anonymous, headline, summary, design, paper, portrait, onePage, entries }
    expect(patchOf(valuesOf(variant), {})).toEqual(data)
  })

  it('are sent with the lists that this form did not change', () => {
    const others = { educations: [{ id: 'b' }], skills: [{ id: 'a' }] }
    expect(patchOf({ skills: null, projects: [{ id: 'c' }] }, others)).toEqual({
      entries: { educations: [{ id: 'b' }], projects: [{ id: 'c' }] },
    })
    expect(patchOf({ title: 'Other' }, others)).toEqual({ title: 'Other' })
  })

  it('have the server’s problems at their fields', () => {
    expect(formProblems({ 'entries.skills.2.id': 'Gone.', name: 'Taken.' })).toEqual({
      'skills.2.id': 'Gone.',
      name: 'Taken.',
    })
  })
})
