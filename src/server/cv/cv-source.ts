import type { Content } from '../../model/content/published-content.ts'
import { type Cv, cvOf } from '../../model/cv/cv.ts'
import { cvDocument } from '../../model/cv/cv-document.ts'
import type { CvDocument, CvWords } from '../../model/cv/document.ts'
import type { CvDesign, CvPaper } from '../../model/settings/cv-fields.ts'
import { siteWords } from '../publishing/site-words.ts'

/** How the forms with a layout look. */
export interface CvLayout {
  design: CvDesign
  paper: CvPaper
  onePage: boolean
  /** URL of the portrait's JPEG in Media; undefined without one. */
  portrait: string | undefined
}

/** All that the forms of one CV are made of. */
export interface CvSource {
  /** Equal for an equal CV. */
  key: string
  cv: Cv
  words: CvWords
  document: CvDocument
  layout: CvLayout
}

/** A portrait of at most 3 cm needs no more than this many px. */
const portraitWidth = 480

const portraitUrl = ({ person }: Cv): string | undefined => {
  const jpegs = person.portrait?.variants.jpeg ?? []
  return (jpegs.find(({ width }) => width >= portraitWidth) ?? jpegs.at(-1))?.url
}

/** The CV of this content; undefined while the owner wants none made. */
export const cvSource = (content: Content, publicUrl: string): CvSource | undefined => {
  const { cvFiles, cvDesign, cvPaper, cvPortrait, cvOnePage } = content.settings
  if (!cvFiles) return undefined
  const cv = cvOf(content, publicUrl)
  const words = siteWords(content)
  const layout = {
    ...{ design: cvDesign, paper: cvPaper, onePage: cvOnePage },
    portrait: cvPortrait ? portraitUrl(cv) : undefined,
  }
  return { key: JSON.stringify([cv, layout]), cv, words, document: cvDocument(cv, words), layout }
}
