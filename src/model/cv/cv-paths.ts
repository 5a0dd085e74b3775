import type { Content } from '../content/published-content.ts'
import { cvCollections, cvOf } from './cv.ts'

/** Where the CV stands in each of its forms. */
export const cvPaths = ['/cv.pdf', '/cv.docx', '/cv.txt', '/cv.json'] as const
export type CvPath = (typeof cvPaths)[number]

export const isCvPath = (path: string): path is CvPath => (cvPaths as readonly string[]).includes(path)

/** Where *Download CV* leads: to the owner's own file or address, else to the CV that is made, once it has an entry. Empty for nowhere. */
export const cvLink = (content: Content): string => {
  const { cv, cvFiles } = content.settings
  if (cv !== '' || !cvFiles) return cv
  const made = cvOf(content, '')
  return cvCollections.some((name) => made[name].length > 0) ? '/cv.pdf' : ''
}
