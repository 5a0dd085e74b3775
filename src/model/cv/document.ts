import type { Words } from '../words/words.ts'
import type { CvCollection } from './cv-collections.ts'

/** Words that a CV adds to the owner's. */
export type CvWords = Pick<Words, 'resume' | 'cv' | 'page' | 'about' | 'language'>

/** Text of one line, with the whole address that it links to. */
export interface CvText {
  readonly text: string
  readonly url?: string
}

/** Texts of one line, with a mark between them. */
export type CvLine = readonly CvText[]

/** An entry as a reader of the CV sees it. */
export interface CvItem {
  readonly id: string
  readonly collection: CvCollection
  /** Place in its list, 1…n: the owner's ranking. */
  readonly rank: number
  readonly title: CvText
  /** Years or months, such as `May 2019 – Present`; empty when nothing is known. */
  readonly dates: string
  /** Place and employer, school or client. */
  readonly place: readonly CvLine[]
  readonly text: readonly string[]
  readonly points: readonly string[]
}

/** A titled part: entries, or one line of short ones. */
export interface CvPart {
  readonly id: CvCollection
  readonly title: string
  readonly items: readonly CvItem[]
  readonly line: string
}

/** A CV as text in reading order, which every form for people says word for word. */
export interface CvDocument {
  readonly language: string
  readonly leftward: boolean
  /** Of the file, such as `Mira Solberg – CV`. */
  readonly title: string
  /** Of the file; empty for none. */
  readonly author: string
  readonly name: string
  readonly role: string
  readonly contact: readonly CvLine[]
  readonly summary: readonly string[]
  /** Text in the place of the portrait, for who does not see it. */
  readonly portraitAlt: string
  readonly parts: readonly CvPart[]
}
