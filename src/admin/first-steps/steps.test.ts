import { describe, expect, it } from 'vitest'
import type { Change } from '../../model/journal/change.ts'
import { stepsFrom } from './steps.ts'

const change = (of: Partial<Change>): Change => ({
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  by: 'ada',
  action: 'update',
  collection: 'settings',
  entry: null,
  before: null,
  after: null,
  undoes: null,
  batch: null,
  ...of,
})
const noMail = { transport: null, missing: [] }
const done = (changes: Change[], mail: Parameters<typeof stepsFrom>[2] = noMail, before: string[] = []) =>
  stepsFrom(changes, 'ada', mail, before)
    .filter((step) => step.done)
    .map(({ id }) => id)

describe('the first steps', () => {
  it('begin with what has been done to get here', () => expect(done([])).toEqual(['claim']))

  it('count a new name, not any other setting', () => {
    expect(done([change({ before: { name: 'Mira' }, after: { name: 'Mira', role: 'x' } })])).toEqual(['claim'])
    expect(done([change({ before: { name: 'Mira' }, after: { name: 'Ada' } })])).toContain('name')
  })

  it('do not count what came with the samples', () => {
    expect(done([change({ by: 'samples', collection: 'projects', after: { published: {} } })])).toEqual(['claim'])
  })

  it('tell a draft from what stands on the page', () => {
    expect(done([change({ collection: 'projects', action: 'create', after: { published: null } })])).toEqual([
      'claim',
      'project',
    ])
    expect(done([change({ collection: 'about', before: {}, after: { published: { name: 'Ada' } } })])).toEqual([
      'claim',
      'publish',
    ])
  })

  it('count an image that was uploaded, not one that was described', () => {
    expect(done([change({ collection: 'media', before: {}, after: {} })])).toEqual(['claim'])
    expect(done([change({ collection: 'media', action: 'create', after: {} })])).toEqual(['claim', 'image'])
  })

  it('count email when it goes out, and not when something is missing for that', () => {
    expect(done([], { transport: 'smtp', missing: [] })).toEqual(['claim', 'mail'])
    expect(done([], { transport: 'emailjs', missing: ['The address is missing.'] })).toEqual(['claim'])
  })

  it('stay done when the journal has grown past them', () => {
    expect(done([], noMail, ['claim', 'name', 'project'])).toEqual(['claim', 'name', 'project'])
  })
})
