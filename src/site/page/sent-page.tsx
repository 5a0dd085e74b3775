import { answerLimit, answerName, type SentPage, sentPath } from '../../model/inbox/answers.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Question } from '../../model/settings/questions.ts'
import type { SiteAssets } from '../markup/head.ts'
import type { Renderer } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { documentPage, pageTitle } from './document.ts'

interface FieldProps {
  question: Question
  name: string
  value: string
  problem: string | undefined
  /** The first that is wrong. */
  first: boolean
}

const AnswerField = ({ question: { text, answer, choices }, name, value, problem, first }: FieldProps) => {
  const { after } = useWords()
  const error = (
    <p className="field-error" id={`${name}-error`} data-error-for={name}>
      {problem}
    </p>
  )
  const attributes = {
    ...{ name, 'aria-describedby': `${name}-error` },
    ...(problem ? { 'aria-invalid': true, autoFocus: first } : {}),
  }
  if (answer === 'choice')
    return (
      <fieldset className="field ask-choices">
        <legend className="field-label" dir="auto">
          {text}
        </legend>
        {['', ...choices].map((choice) => (
          <label key={choice}>
            <input type="radio" value={choice} defaultChecked={choice === value} {...attributes} />{' '}
            <span dir="auto">{choice || after.none}</span>
          </label>
        ))}
        {error}
      </fieldset>
    )
  return (
    <div className="field">
      <label className="field-label" htmlFor={name} dir="auto">
        {text}
      </label>
      {/* Not of the type for links: that one refuses an address as people type it, without a scheme. */}
      <input
        className="field-input"
        id={name}
        type="text"
        maxLength={answerLimit}
        autoComplete="off"
        defaultValue={value}
        {...(answer === 'link' ? { inputMode: 'url', dir: 'ltr' } : { dir: 'auto' })}
        {...attributes}
      />
      {error}
    </div>
  )
}

/** Posts without a script. The one that stands on the page takes this form from here, with its words. */
const QuestionsForm = ({ page }: { page: SentPage }) => {
  const { after, scripts } = useWords()
  const { token, questions, values, problems, message } = page
  const firstWrong = questions.findIndex((_, at) => problems[answerName(at)])
  return (
    <form
      className="contact-form ask"
      method="post"
      action={sentPath + token}
      aria-labelledby="questions-title"
      data-questions=""
      data-sending={scripts.contact.sending}
      data-again={after.again}
      data-failed={after.failed}
    >
      <div>
        <h2 id="questions-title" className="related-heading">
          {after.title}
        </h2>
        <p>{after.note}</p>
      </div>
      {questions.map((question, at) => (
        <AnswerField
          key={answerName(at)}
          name={answerName(at)}
          question={question}
          value={values[answerName(at)] ?? ''}
          problem={problems[answerName(at)]}
          first={at === firstWrong}
        />
      ))}
      <div className="contact-send">
        <button className="button-line" type="submit">
          {after.send}
        </button>
        <p className="contact-status" role="status">
          {message}
        </p>
      </div>
    </form>
  )
}

const Sent = ({ page, answer }: { page: SentPage; answer: string }) => {
  const { after, contact, scripts } = useWords()
  const { state } = page
  return (
    <article className="project ask" aria-labelledby="sent-title">
      <h1 className="project-title page-title" id="sent-title">
        {state === 'closed' ? after.title : contact.sentTitle}
      </h1>
      <div role="status">
        <p className="contact-thanks">
          {state === 'open' ? scripts.contact.thanks : state === 'answered' ? after.thanks : after.closed}
        </p>
        {answer && state === 'open' ? <p dir="auto">{answer}</p> : null}
      </div>
      {state === 'open' ? <QuestionsForm page={page} /> : null}
      <p>
        <a className="arrow-link" href="/#contact">
          {contact.another}
        </a>
      </p>
    </article>
  )
}

/** The page after a message to a site with questions: in the look of the site, without its menu and without a script. */
export const sentPage = (
  { settings }: Content,
  renderer: Renderer,
  icons: string,
  assets: SiteAssets,
  page: SentPage,
): Page => {
  const { words } = renderer
  const title = pageTitle(page.state === 'closed' ? words.after.title : words.contact.sentTitle, settings.name)
  return documentPage(
    {
      path: sentPath,
      status: page.status,
      head: { title, description: '', canonical: null },
      ...{ icons, navbar: '', footer: '', images: [] },
      main: renderer.uncached(Sent, { page, answer: settings.contactAnswer }),
    },
    settings,
    words,
    { ...assets, boot: '' },
  )
}
