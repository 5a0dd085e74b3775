import { cvOf } from '../../../model/cv/cv.ts'
import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { Published } from './choices.ts'

/** The entries of a collection that a CV can show: what the page shows of it. */
export const publishedOf = (content: Content, collection: CvCollection): readonly Published[] =>
  cvOf(content, '')[collection] as readonly Published[]
