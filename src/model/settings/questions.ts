import { type Field, fields, type ValueOf } from '../fields/fields.ts'

const list = fields.items({
  label: 'Questions after a message',
  one: 'Question',
  max: 4,
  help: 'Asked below the form once a message is stored. Visitors answer those they like; the form itself stays as short as it is.',
  fields: {
    text: fields.text({ label: 'Question', max: 120, help: 'Such as: What is your budget?' }),
    answer: fields.select({
      label: 'Answer',
      options: ['text', 'choice', 'link'],
      labels: ['A line of text', 'One of the choices', 'A link'],
    }),
    choices: {
      ...fields.list({
        label: 'Choices',
        max: 60,
        items: 6,
        required: false,
        help: 'Two to six.',
      }),
      onlyWith: ['answer', 'choice'],
    } satisfies Field<string[]>,
  },
})

/** A question of the owner to whoever has sent a message. */
export type Question = ValueOf<typeof list>[number]

export const questionsField: Field<Question[]> = {
  ...list,
  schema: list.schema.superRefine((questions, context) => {
    for (const [at, { answer, choices }] of questions.entries()) {
      if (answer !== 'choice') continue
      const isDouble = new Set(choices).size < choices.length
      const message = choices.length < 2 ? 'Give at least two choices.' : isDouble ? 'Give each choice once.' : ''
      if (message) context.addIssue({ code: 'custom', path: [at, 'choices'], message })
    }
  }),
}
