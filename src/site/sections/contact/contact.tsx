import { useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'
import type { View } from '../define-section.ts'
import { SectionHeading } from '../section-heading.tsx'
import { ContactForm } from './contact-form.tsx'

interface Props extends Pick<View, 'refused' | 'inbox'> {
  sentence: string
  /** When an answer can be expected, in the owner's words. */
  answer: string
  /** True at the URL that a visitor without JavaScript is sent to after sending. */
  sent: boolean
}

/** A large sentence on one side, three fields on the other. */
export const Contact = ({ sentence, answer, sent, refused, inbox }: Props) => {
  const mark = useMarks().setting('contactSentence')
  const { contact, scripts } = useWords()
  return (
    <section id="contact" className="section contact" aria-labelledby="contact-title">
      <svg className="contact-rings" viewBox="0 0 1000 1000" aria-hidden="true" focusable="false">
        <use href="#rings" />
      </svg>
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
        ) : (
          <ContactForm answer={answer} refused={refused} inbox={inbox} />
        )}
      </div>
    </section>
  )
}
