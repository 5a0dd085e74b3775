import { expect, it } from 'vitest'
import { collectionNames, findCollection } from './collections.ts'

const requiredOf = (name: string) =>
  Object.entries(findCollection(name)?.fields ?? {}).flatMap(([field, { required }]) => (required ? [field] : []))

it('requires what the specification’s forms require, and of the rest what an entry is called', () => {
  expect(Object.fromEntries(collectionNames.map((name) => [name, requiredOf(name)]))).toEqual({
    // Forms of the specification, every input required; portrait and avatar became optional: nobody has to show a picture of herself.
    about: ['name', 'email', 'age', 'from', 'live'],
    testimonials: ['fullname', 'country', 'feedback', 'email', 'star'],
    educations: ['start_year', 'end_year', 'faculty', 'university', 'about'],
    experiences: ['start_year', 'end_year', 'name', 'program', 'about'],
    // Static content there.
    projects: ['title', 'slug'],
    services: ['title'],
    skills: ['name'],
    // Not in the specification.
    certificates: ['title'],
    languages: ['name'],
    lists: ['title'],
    pages: ['title', 'slug'],
  })
})

it.each([
  ['projects', { title: 'Tideline', slug: 'tideline' }],
  ['services', { title: 'Websites' }],
  ['skills', { name: 'Laravel' }],
  ['certificates', { title: 'Swimming' }],
  ['languages', { name: 'Morse' }],
  ['lists', { title: 'Talks' }],
  ['lists', { title: 'Talks', items: [{ title: 'Forms that forgive' }] }],
  ['pages', { title: 'Imprint', slug: 'imprint' }],
])('publishes an entry of %s that has no more than its name', (name, data) => {
  expect(findCollection(name)?.schema.safeParse(data).error?.issues ?? []).toEqual([])
})
