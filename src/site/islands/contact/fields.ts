import { fieldLimits } from '../../../model/inbox/message-limits.ts'
import type { ScriptWords } from '../../../model/words/catalogue.ts'
import { filled, type Template } from '../../../model/words/template.ts'

type Problems = ScriptWords['contact']['problems']
type Name = keyof Problems
type Input = HTMLInputElement | HTMLTextAreaElement

const names = Object.keys(fieldLimits) as Name[]

const problem = (messages: { missing: string; tooLong: Template<'n'>; wrong?: string }, input: Input): string => {
  const value = input.value.trim()
  if (!value) return messages.missing
  if (value.length > input.maxLength) return filled(messages.tooLong, { n: input.maxLength })
  return input.validity.typeMismatch ? (messages.wrong ?? input.validationMessage) : ''
}

/** The three fields of the form, each with its message. */
export const contactFields = (form: HTMLFormElement, problems: Problems) => {
  const fields = names.flatMap((name) => {
    const input = form.elements.namedItem(name)
    const slot = form.querySelector(`[data-error-for="${name}"]`)
    const known = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
    return known && slot ? [{ name, input, slot, hints: input.getAttribute('aria-describedby') ?? '' }] : []
  })

  const showMessage = ({ name, input, slot, hints }: (typeof fields)[number], sentence: string) => {
    slot.id ||= `${name}-problem`
    slot.textContent = sentence
    if (sentence) input.ariaInvalid = 'true'
    else input.removeAttribute('aria-invalid')
    const described = [...new Set([...hints.split(' '), sentence && slot.id])].filter(Boolean).join(' ')
    if (described) input.setAttribute('aria-describedby', described)
    else input.removeAttribute('aria-describedby')
  }
  /** Shows the problems and moves the focus to the first wrong field. */
  const refuse = (sentences: Partial<Record<string, string>>) => {
    for (const field of fields) showMessage(field, sentences[field.name] ?? '')
    fields.find(({ name }) => sentences[name])?.input.focus()
  }

  for (const field of fields) {
    field.input.addEventListener('input', () => {
      if (field.input.ariaInvalid === 'true') showMessage(field, problem(problems[field.name], field.input))
    })
  }
  return {
    inputs: fields.map(({ input }) => input),
    refuse,
    /** True when all may be sent. */
    check() {
      refuse(Object.fromEntries(fields.map(({ name, input }) => [name, problem(problems[name], input)])))
      return !this.wrong()
    },
    wrong: () => fields.some(({ input }) => input.ariaInvalid === 'true'),
    lock(on: boolean) {
      for (const { input } of fields) input.readOnly = on
    },
    empty() {
      for (const { input } of fields) input.value = ''
      refuse({})
    },
  }
}

export type ContactFields = ReturnType<typeof contactFields>
