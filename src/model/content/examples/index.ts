import { aboutExamples } from './about.ts'
import { certificatesExamples } from './certificates.ts'
import { educationsExamples } from './educations.ts'
import { experiencesExamples } from './experiences.ts'
import { languagesExamples } from './languages.ts'
import { listsExamples } from './lists.ts'
import { pagesExamples } from './pages.ts'
import { projectsExamples } from './projects.ts'
import { servicesExamples } from './services.ts'
import { skillsExamples } from './skills.ts'
import { testimonialsExamples } from './testimonials.ts'

/**
 * Examples of entries, in modules of their own: a first start stores them and tests use them, and no browser loads them. A collection
 * may have none.
 */
export const examples = {
  about: aboutExamples,
  testimonials: testimonialsExamples,
  projects: projectsExamples,
  educations: educationsExamples,
  experiences: experiencesExamples,
  skills: skillsExamples,
  certificates: certificatesExamples,
  languages: languagesExamples,
  services: servicesExamples,
  lists: listsExamples,
  pages: pagesExamples,
}

type Example = Readonly<Record<string, unknown>>

const byName = new Map<string, readonly Example[]>(Object.entries(examples))

export const examplesOf = (collection: string): readonly Example[] => byName.get(collection) ?? []

// The sample page is the specification's, which knows none of them.
const offTheSamplePage = new Set(['certificates', 'languages', 'lists', 'pages'])

/** The examples that a first start stores. */
export const samplesOf = (collection: string): readonly Example[] =>
  offTheSamplePage.has(collection) ? [] : examplesOf(collection)
