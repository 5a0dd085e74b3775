import { isPlainName, isPlainText } from '../text-rules.ts'
import type { Catalogue } from '../words/catalogue.ts'
import { english } from '../words/en.ts'
import { filled, type Template } from '../words/template.ts'
import { z } from '../zod.ts'
import { fieldLimits } from './contact-form.ts'

const required = (say: { missing: string; tooLong: Template<'n'> }, max: number) =>
  z
    .string(say.missing)
    .trim()
    .min(1, say.missing)
    .max(max, filled(say.tooLong, { n: max }))

/** A message from the contact form, with its sentences in the language of the site. Field names: specification, section 7. */
export const messageSchemaIn = ({ scripts, refusals }: Pick<Catalogue, 'scripts' | 'refusals'>) => {
  const { user_name, user_email, message } = scripts.contact.problems
  return z.strictObject({
    user_name: required(user_name, fieldLimits.user_name).refine(isPlainName, refusals.nameCharacters),
    user_email: required(user_email, fieldLimits.user_email).pipe(z.email(user_email.wrong)),
    message: required(message, fieldLimits.message).refine(isPlainText, refusals.messageCharacters),
  })
}

export const messageSchema = messageSchemaIn(english)

export type MessageInput = z.infer<typeof messageSchema>
export type MessageField = keyof MessageInput
