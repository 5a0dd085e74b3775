import { expect, it } from 'vitest'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import type { Change } from '../../model/journal/change.ts'
import { sentence } from './change-item.tsx'
import { fieldChanges } from './difference.tsx'

const state = (fields: object = {}, link = 'one') => ({
  ...newCvVariantSchema.parse({ name: 'acme', ...fields }),
  link,
  createdAt: '2026-11-23T12:00:00.000Z',
})
const change = (action: string, before: unknown, after: unknown) =>
  ({ action, collection: 'cv-variants', entry: 'id', before, after }) as Change
const said = (before: unknown, after: unknown) =>
  fieldChanges(change('update', before, after), () => '').map(({ label, before, after }) => [label, before, after])

it('says of a variant of the CV what was done to it', () => {
  expect(sentence(change('create', null, state()))).toBe('Variant of the CV “acme” created')
  const titled = state({ title: 'For Acme' })
  expect(sentence(change('replace-link', titled, { ...titled, link: 'two' }))).toBe(
    'Variant of the CV “For Acme” given another link',
  )
  expect(sentence(change('remove', titled, null))).toBe('Variant of the CV “For Acme” deleted')
})

it('says how a variant of the CV was before and after', () => {
  expect(said(null, state())).toEqual([
    ['Name', '', 'acme'],
    ['Access', '', 'By link'],
    ['Anonymous', '', 'No'],
  ])
  const skills = [{ id: 'a' }, { id: 'b', hidden: true }, { id: 'c', text: { name: 'Charts' } }]
  expect(said(state(), state({ anonymous: true, onePage: true, entries: { skills } }))).toEqual([
    ['Anonymous', 'No', 'Yes'],
    ['One page', 'As in Settings', 'Yes'],
    ['Skills', 'All, as in the CV', '2 chosen, 1 hidden, 1 in other words'],
  ])
  expect(said(state({ entries: { skills } }), state({ entries: { skills: skills.toReversed() } }))).toEqual([
    ['Skills', '2 chosen, 1 hidden, 1 in other words', '2 chosen, 1 hidden, 1 in other words, changed'],
  ])
  expect(said(state(), state({}, 'two'))).toEqual([['Link', 'The former one', 'Another one']])
})
