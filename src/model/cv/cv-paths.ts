import type { Content } from '../publishing/published-content.ts'
import { cvOf } from './cv.ts'
import { cvCollections } from './cv-collections.ts'

/** The forms of a CV, as their files end. */
export const cvKinds = ['pdf', 'docx', 'txt', 'json'] as const
export type CvKind = (typeof cvKinds)[number]

/** Paths of the CV in each of its forms. */
export const cvPaths = cvKinds.map((kind) => `/cv.${kind}` as const)

/** The form at this path; undefined for a path of none. */
export const cvKindAt = (path: string): CvKind | undefined => cvKinds.find((kind) => path === `/cv.${kind}`)

/** Path of a variant in one of its forms. */
export const variantPath = (name: string, kind: CvKind): string => `/cv/${name}.${kind}`

const variantPattern = /^\/cv\/([a-z0-9-]{1,60})\.(pdf|docx|txt|json)$/

/** The variant and the form that a path names, whether there is one or not. */
export const variantAt = (path: string): { name: string; kind: CvKind } | undefined => {
  const [, name, kind] = variantPattern.exec(path) ?? []
  return name === undefined ? undefined : { name, kind: kind as CvKind }
}

/** Target of *Download CV*: the owner's own file or address, else to the CV that is made, once it has an entry. Empty for nowhere. */
export const cvLink = (content: Content): string => {
  const { cv, cvFiles } = content.settings
  if (cv !== '' || !cvFiles) return cv
  const made = cvOf(content, '')
  return cvCollections.some((name) => made[name].length > 0) ? '/cv.pdf' : ''
}
