import { awaitedProblem } from '../../media/awaited-file.ts'
import { line, longText, verbatim } from '../../text-rules.ts'
import { z } from '../../zod.ts'
import { type Common, type Field, type FieldKind, present, traits } from '../field.ts'

const filled = (label: string, required: boolean, schema: z.ZodType<string>) =>
  required ? schema.refine((value) => value !== '', `${label} is required.`) : schema

const stringField = (
  kind: FieldKind,
  options: Common & { max: number },
  rule: typeof line,
  format: (schema: z.ZodType<string>) => z.ZodType<string> = (schema) => schema,
): Field<string> => {
  const draft = rule(options.label, options.max)
  return {
    kind,
    ...traits(options),
    empty: '',
    max: options.max,
    draft,
    schema: format(filled(options.label, options.required ?? true, draft)),
  }
}

export const text = (o: Common & { max?: number; pattern?: readonly [RegExp, sentence: string] }) =>
  stringField('text', { max: 120, ...o }, line, (schema) => {
    if (!o.pattern) return schema
    const [pattern, sentence] = o.pattern
    return schema.refine((value) => pattern.test(value), sentence)
  })

/** A year as text, such as “spring 2019”. The end of a period may be open. */
export const yearText = (o: Common & { ongoing?: boolean }): Field<string> => ({
  ...stringField('text', { max: 20, ...o }, line),
  ...(o.ongoing ? { ongoing: present } : {}),
})

export const textarea = (o: Common & { max?: number }) => stringField('textarea', { max: 4000, ...o }, longText)

export const markdown = (o: Common & { max?: number }) => stringField('markdown', { max: 20_000, ...o }, longText)

export const email = (o: Common) =>
  stringField('email', { max: 254, ...o }, line, (schema) =>
    schema.refine(
      (value) => value === '' || z.email().safeParse(value).success,
      'Enter an email address like name@example.com.',
    ),
  )

/** True for http, https, mailto and tel addresses and for same-origin paths and fragments; false for everything a browser might run. */
export const isSafeLink = (value: string): boolean =>
  /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\])|#)/i.test(value) && !/[\s\\]/.test(value)

export const url = (o: Common) =>
  stringField('url', { max: 500, ...o }, line, (schema) =>
    schema.refine((value) => value === '' || isSafeLink(value), {
      error: ({ input }) =>
        awaitedProblem(input) ?? `${o.label} must start with https://, http://, mailto:, tel:, / or #.`,
    }),
  )

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const slug = (o: Common) =>
  stringField('slug', { max: 80, ...o }, line, (schema) =>
    schema.refine(
      (value) => value === '' || slugPattern.test(value),
      'Use small letters, digits and single hyphens, like a-good-name.',
    ),
  )

/** Program text: every space of it counts. */
export const code = (o: Common & { max?: number }) => stringField('code', { max: 20_000, ...o }, verbatim)
