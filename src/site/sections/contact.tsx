import { fieldLimits } from '../../model/inbox/contact-form.ts'
import type { MessageField } from '../../model/inbox/message.ts'
import type { RefusedMessage } from '../../model/publishing/page.ts'
import { isVisible, shownPerson } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'
import { defineSection, SectionHeading, type View } from './section.tsx'

const fields = [
  { name: 'user_name', label: 'name', max: fieldLimits.user_name, type: 'text', autoComplete: 'name' },
  { name: 'user_email', label: 'email', max: fieldLimits.user_email, type: 'email', autoComplete: 'email' },
  { name: 'message', label: 'message', max: fieldLimits.message, type: 'textarea', autoComplete: 'off' },
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
const ContactForm = ({ answer, refused, inbox }: Pick<View, 'refused' | 'inbox'> & { answer: string }) => {
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

interface Props extends Pick<View, 'refused' | 'inbox'> {
  sentence: string
  /** The address that opens the form; empty where the form is open. */
  address: string
  hasRings: boolean
  /** When an answer can be expected, in the owner's words. */
  answer: string
  /** True at the URL that a visitor without JavaScript is sent to after sending. */
  sent: boolean
}

/** A large sentence on one side, three fields on the other. */
const Contact = ({ sentence, address, hasRings, answer, sent, refused, inbox }: Props) => {
  const mark = useMarks().setting('contactSentence')
  const { contact, scripts } = useWords()
  const form = <ContactForm answer={answer} refused={refused} inbox={inbox} />
  return (
    <section id="contact" className="section contact" aria-labelledby="contact-title">
      {hasRings ? (
        <svg className="contact-rings" viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
          <use href="#rings" />
        </svg>
      ) : null}
      <SectionHeading id="contact" />
      <div className="contact-inner">
        <p className="contact-sentence" dir="auto" {...mark}>
          {sentence || contact.sentence}
        </p>
        {sent ? (
          <div className="contact-sent" role="status">
            <p className="contact-thanks">{scripts.contact.thanks}</p>
            {answer ? <p dir="auto">{answer}</p> : null}
            <p>
              <a className="arrow-link" href="/#contact">
                {contact.another}
              </a>
            </p>
          </div>
        ) : address ? (
          <details className="contact-open" open={refused !== null}>
            <summary className="contact-address" dir="ltr">
              {address}
            </summary>
            {form}
          </details>
        ) : (
          form
        )}
      </div>
    </section>
  )
}

export const contact = defineSection('contact', {
  settings: ['contactSentence', 'contactAnswer', 'contactLayout'],
  hasContent: () => true,
  html: (content, renderer) => {
    const { settings } = content
    const address = settings.email || (shownPerson(content)?.email ?? '')
    return ({ sent, refused, inbox }) =>
      renderer.html('contact', Contact, {
        sentence: settings.contactSentence,
        address: settings.contactLayout === 'line' ? address : '',
        // The home section draws them.
        hasRings: isVisible(content, 'home') && (settings.mark === 'rings' || settings.mark === 'theme'),
        answer: settings.contactAnswer,
        ...{ sent, refused, inbox },
      })
  },
})
