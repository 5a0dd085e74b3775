import { Invalid, TooLarge, TooMany, VitrineError } from '../../model/errors.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'

/** `TooMany` for a call of visitors: a sentence that each catalogue has. */
export class TooManyVisits extends TooMany {
  readonly say: 'tooManyHere' | 'tooManyEverywhere'
  constructor(say: TooManyVisits['say'], retryAfter: number) {
    super(english.refusals[say], retryAfter)
    this.say = say
  }
}

/** The sentence of an error as a visitor reads it. What only a program can cause stays in English. */
export const visitorMessage = (
  error: unknown,
  reference: string,
  { refusals }: Pick<Catalogue, 'refusals'>,
): string => {
  if (!(error instanceof VitrineError)) return filled(refusals.internal, { reference })
  if (error instanceof TooManyVisits) return refusals[error.say]
  if (error instanceof TooLarge && error.kilobytes) return filled(refusals.tooLarge, { n: error.kilobytes })
  if (error instanceof Invalid && Object.keys(error.fields).length > 0) return refusals.attention
  return error.code === 'unavailable' ? refusals.unavailable : error.message
}
