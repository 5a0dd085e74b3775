import { describe, expect, it } from 'vitest'
import { stepsFrom } from './checklist.tsx'

const remnant = { collection: 'projects', entry: 'a', field: null, title: 'Tideline' }
const fresh = { introduced: false, projects: 0, samples: true, remnants: [remnant], findings: 3 }
const noMail = { transport: null, missing: [] }
const done = (state: Parameters<typeof stepsFrom>[0], mail: Parameters<typeof stepsFrom>[1] = noMail) =>
  stepsFrom(state, mail)
    .filter((step) => step.done)
    .map(({ id }) => id)

describe('the first steps', () => {
  it('are all open on a new site', () => expect(done(fresh)).toEqual([]))

  it('count the introduction, the end of the samples and a project of one’s own', () => {
    expect(done({ ...fresh, introduced: true })).toEqual(['introduction'])
    expect(done({ ...fresh, introduced: true, projects: 2, remnants: [] })).toEqual([
      'introduction',
      'samples',
      'project',
    ])
  })

  it('count email when it goes out, and not when something is missing for that', () => {
    expect(done(fresh, { transport: 'smtp', missing: [] })).toEqual(['mail'])
    expect(done(fresh, { transport: 'emailjs', missing: ['The address is missing.'] })).toEqual([])
  })

  it('count what keeps the site from being shown', () => {
    expect(stepsFrom(fresh, noMail).at(-1)).toMatchObject({ label: 'Be ready to show', note: '3 things to look at' })
    expect(done({ ...fresh, findings: 0 })).toEqual(['ready'])
  })

  it('name no samples where a site began without any', () => {
    const empty = stepsFrom({ ...fresh, samples: false, remnants: [] }, noMail)
    expect(empty.map(({ id }) => id)).toEqual(['introduction', 'project', 'mail', 'ready'])
  })

  it('never lead to the screen that lists them', () => {
    for (const { path } of stepsFrom(fresh, noMail)) expect(path).not.toBe('/admin')
  })
})
