import type { MessageField } from '../../../model/inbox/message.ts'
import { messageLimits } from '../../../model/inbox/message-limits.ts'
import type { RefusedMessage } from '../../../model/publishing/page.ts'
import type { Words } from '../../../model/words/words.ts'
import { useWords } from '../../markup/words.ts'
import type { View } from '../define-section.ts'

const fields = [
  { name: 'user_name', label: 'name', max: messageLimits.name, type: 'text', autoComplete: 'name' },
  { name: 'user_email', label: 'email', max: messageLimits.email, type: 'email', autoComplete: 'email' },
  { name: 'message', label: 'message', max: messageLimits.message, type: 'textarea', autoComplete: 'off' },
] as const satisfies {
  name: MessageField
  label: keyof Words['contact']
  max: number
  type: string
  autoComplete: string
}[]

const Field = ({
  field,
  refused,
  first,
}: {
  field: (typeof fields)[number]
  refused: RefusedMessage | null
  first: boolean
}) => {
  const { contact } = useWords()
  const problem = refused?.fields[field.name]
  const attributes = {
    id: `contact-${field.name}`,
    name: field.name,
    maxLength: field.max,
    autoComplete: field.autoComplete,
    required: true,
    dir: 'auto',
    'aria-describedby': `contact-${field.name}-error`,
    ...(refused ? { defaultValue: refused.values[field.name] } : {}),
    ...(problem ? { 'aria-invalid': true, autoFocus: first } : {}),
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={attributes.id}>
        {contact[field.label]}
      </label>
      {field.type === 'textarea' ? (
        <textarea className="field-input" rows={5} {...attributes} />
      ) : (
        <input className="field-input" type={field.type} {...attributes} />
      )}
      <p className="field-error" id={`contact-${field.name}-error`} data-error-for={field.name}>
        {problem}
      </p>
    </div>
  )
}

/** Posts without JavaScript; the island takes over the submit. The field `website` is a trap for programs. */
export const ContactForm = ({ answer, refused, inbox }: Pick<View, 'refused' | 'inbox'> & { answer: string }) => {
  const { contact } = useWords()
  const firstWrong = fields.find(({ name }) => refused?.fields[name])?.name
  const returnTo = inbox?.returnTo ?? refused?.returnTo
  return (
    <form className="contact-form" method="post" action={`${inbox?.url ?? ''}/api/messages`} data-island="contact">
      {fields.map((field) => (
        <Field key={field.name} field={field} refused={refused} first={field.name === firstWrong} />
      ))}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="contact-website">{contact.trap}</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="elapsed" value="" />
      {returnTo ? <input type="hidden" name="return" value={returnTo} /> : null}
      <div className="contact-send">
        <button className="button-line" type="submit">
          {contact.send}
        </button>
        <p className="contact-status" role="status">
          {refused?.message}
        </p>
      </div>
      <p className="contact-note" dir="auto" data-sent-note={answer} />
    </form>
  )
}
