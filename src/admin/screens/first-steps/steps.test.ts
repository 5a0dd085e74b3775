import { describe, expect, it } from 'vitest'
import type { Change } from '../../../model/change.ts'
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
  ...of,
})
const done = (changes: Change[], messages = 0) =>
  stepsFrom(changes, 'ada', messages)
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

  it('count a picture and a message', () => {
    expect(done([change({ collection: 'media', action: 'create', after: {} })], 1)).toEqual([
      'claim',
      'picture',
      'message',
    ])
  })
})
