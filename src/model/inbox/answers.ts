import type { Question } from '../settings/questions.ts'
import { isPlainName } from '../text-rules.ts'
import type { Catalogue } from '../words/catalogue.ts'
import { filled } from '../words/template.ts'
import { z } from '../zod.ts'

/** An answer of a visitor to one of the owner's questions, which is kept as it was asked. */
export const answerSchema = z.object({ question: z.string(), answer: z.string() })
export type Answer = z.infer<typeof answerSchema>

/** Path under which a visitor answers; the token follows. */
export const sentPath = '/sent/'

/** Time for it after the message, in ms. */
export const questionsMs = 60 * 60_000

/** Name of the form's field of the question at this index. */
export const answerName = (at: number): string => `answer_${at + 1}`

/** Bound of an answer, in UTF-16 code units. */
export const answerLimit = 300

// A visitor types an address as browsers show it, perhaps with a port.
const withScheme = (link: string) => (link === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(link) ? link : `https://${link}`)
const isWebLink = (link: string) => {
  const url = /\s/.test(link) ? null : URL.parse(link)
  // A user name before an @ looks like the host.
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === ''
}

/** The answers to these questions, all optional, with sentences in the language of the site. */
export const answersSchemaIn = (questions: readonly Question[], { ask, after }: Pick<Catalogue, 'ask' | 'after'>) => {
  const schemaOf = ({ answer, choices }: Question) => {
    const text = z
      .string(ask.characters)
      .trim()
      .max(answerLimit, filled(ask.tooLong, { n: answerLimit }))
      .refine(isPlainName, ask.characters)
    const when = (fits: (value: string) => boolean, sentence: string) => (schema: z.ZodType<string>) =>
      schema.refine((value) => value === '' || fits(value), sentence)
    if (answer === 'choice') return when((value) => choices.includes(value), after.choice)(text)
    return answer === 'link' ? when(isWebLink, after.link)(text.overwrite(withScheme)) : text
  }
  return z
    .strictObject(Object.fromEntries(questions.map((question, at) => [answerName(at), schemaOf(question).default('')])))
    .transform((values): Answer[] =>
      questions.flatMap(({ text }, at) => {
        const answer = values[answerName(at)]
        return answer ? [{ question: text, answer }] : []
      }),
    )
}

/** The page after a message: its questions, what was typed, and what is wrong with it. */
export interface SentPage {
  /** `closed`: answered, expired, or never there. */
  state: 'open' | 'answered' | 'closed'
  token: string
  questions: readonly Question[]
  values: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
  /** Problem of the form as a whole. */
  message: string
  status: 200 | 404 | 422
}
