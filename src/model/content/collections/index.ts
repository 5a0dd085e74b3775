import type { DataOf } from '../../fields/fields.ts'
import type { Collection } from '../define-collection.ts'
import { about } from './about.ts'
import { certificates } from './certificates.ts'
import { educations } from './educations.ts'
import { experiences } from './experiences.ts'
import { languages } from './languages.ts'
import { lists } from './lists.ts'
import { pages } from './pages.ts'
import { projects } from './projects.ts'
import { services } from './services.ts'
import { skills } from './skills.ts'
import { testimonials } from './testimonials.ts'

/** Every collection, in the admin's order. A new one is a file next to these and a line here. */
export const collections = {
  about,
  testimonials,
  projects,
  educations,
  experiences,
  skills,
  certificates,
  languages,
  lists,
  pages,
  services,
}

type Collections = typeof collections
export type CollectionName = keyof Collections
export type EntryData<N extends CollectionName> = DataOf<Collections[N]['fields']>

export const collectionNames = Object.keys(collections) as CollectionName[]

/** The definition under that name, seen as data; undefined when there is none. */
export const findCollection = (name: string): Collection | undefined =>
  Object.hasOwn(collections, name) ? (collections[name as CollectionName] as unknown as Collection) : undefined
