import { isLeftward } from '../words/languages.ts'
import type { CvLine, CvText } from './document.ts'

/** The paragraphs of a text, without empty ones. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * The texts that say something, on one line. From right to left each has a line of its own: in a line of both directions, programs that
 * extract text guess at the order.
 */
export const linesOf = (texts: readonly CvText[], language: string): CvLine[] => {
  const line = texts.filter(({ text }) => text !== '')
  if (isLeftward(language)) return line.map((text) => [text])
  return line.length === 0 ? [] : [line]
}

/** The text, with its link where that leads somewhere outside the site. */
export const linked = (text: string, url: string): CvText =>
  /^(?:https?|mailto|tel):/i.test(url) ? { text, url } : { text }
