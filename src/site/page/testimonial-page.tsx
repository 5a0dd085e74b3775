import type { ReactNode } from 'react'
import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type TestimonialField, type TestimonialPage, testimonialPath } from '../../model/testimonials/request.ts'
import { filled } from '../../model/words/template.ts'
import type { SiteAssets } from '../markup/head.ts'
import type { Renderer } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { documentPage, pageTitle } from './document.ts'

interface Props {
  page: TestimonialPage
  /** Of the owner. */
  name: string
}

type FormProps = Pick<TestimonialPage, 'values' | 'problems'> & { first: string | undefined }

const Problem = ({ of: name, problems }: { of: TestimonialField | 'file' } & Pick<FormProps, 'problems'>) => (
  <p className="field-error" id={`ask-${name}-error`}>
    {problems[name]}
  </p>
)

/** What every input of this name has: its place, its error, and the focus when it is the first that is wrong. */
const inputProps = (name: TestimonialField | 'file', { problems, first }: Pick<FormProps, 'problems' | 'first'>) => ({
  name,
  'aria-describedby': `ask-${name}-error`,
  ...(problems[name] ? { 'aria-invalid': true, autoFocus: first === name } : {}),
})

const Labelled = ({
  of: name,
  label,
  children,
  ...form
}: FormProps & { of: TestimonialField | 'file'; label: string; children: ReactNode }) => (
  <div className="field">
    <label className="field-label" htmlFor={`ask-${name}`}>
      {label}
    </label>
    {children}
    <Problem of={name} problems={form.problems} />
  </div>
)

interface LineProps extends FormProps {
  of: 'fullname' | 'role' | 'company' | 'country' | 'email'
  label: string
  max: number
  complete: string
  required?: boolean
}

const Line = ({ of: name, label, max, complete, required = false, ...form }: LineProps) => (
  <Labelled of={name} label={label} {...form}>
    <input
      className="field-input"
      id={`ask-${name}`}
      type={name === 'email' ? 'email' : 'text'}
      maxLength={max}
      autoComplete={complete}
      required={required}
      dir="auto"
      defaultValue={form.values[name] ?? ''}
      {...inputProps(name, form)}
    />
  </Labelled>
)

const Choices = ({
  of: name,
  legend,
  choices,
  ...form
}: FormProps & { of: 'naming' | 'relation'; legend: string; choices: Readonly<Record<string, string>> }) => (
  <fieldset className="field ask-choices">
    <legend className="field-label">{legend}</legend>
    {Object.entries(choices).map(([value, label], index) => (
      <label key={value}>
        <input
          type="radio"
          value={value}
          required
          defaultChecked={form.values[name] === value}
          {...inputProps(name, index === 0 ? form : { ...form, first: undefined })}
        />{' '}
        {label}
      </label>
    ))}
    <Problem of={name} problems={form.problems} />
  </fieldset>
)

const TestimonialForm = ({ page, name }: Props) => {
  const { ask, testimonials, contact } = useWords()
  const { values, problems, token, hasPicture, picture } = page
  const first = Object.keys(problems)[0]
  const form = { values, problems, first }
  const optional = (label: string) => filled(ask.optional, { label })
  return (
    <form className="contact-form" method="post" encType="multipart/form-data" action={`${testimonialPath}${token}`}>
      <Labelled of="feedback" label={ask.feedback} {...form}>
        <textarea
          className="field-input"
          id="ask-feedback"
          rows={7}
          maxLength={2000}
          required
          dir="auto"
          defaultValue={values.feedback ?? ''}
          {...inputProps('feedback', form)}
        />
      </Labelled>
      <Labelled of="star" label={optional(ask.star)} {...form}>
        <select className="field-input" id="ask-star" defaultValue={values.star ?? ''} {...inputProps('star', form)}>
          <option value="">{ask.noStar}</option>
          {[5, 4, 3, 2, 1, 0].map((n) => (
            <option key={n} value={n}>
              {filled(testimonials.stars, { n })}
            </option>
          ))}
        </select>
      </Labelled>
      <Line of="fullname" label={ask.fullname} max={120} complete="name" required {...form} />
      <Line of="role" label={optional(ask.role)} max={80} complete="organization-title" {...form} />
      <Line of="company" label={optional(ask.company)} max={80} complete="organization" {...form} />
      <Choices of="naming" legend={ask.naming} choices={ask.namings} {...form} />
      <Choices of="relation" legend={filled(ask.relation, { name })} choices={ask.relations} {...form} />
      <Line of="country" label={optional(ask.country)} max={120} complete="country-name" {...form} />
      <Line of="email" label={optional(ask.email)} max={254} complete="email" {...form} />
      <Labelled of="file" label={optional(ask.picture)} {...form}>
        {picture ? <img className="ask-picture" src={picture} alt="" /> : null}
        {hasPicture ? <p>{ask.pictureKept}</p> : null}
        <input
          className="field-input"
          id="ask-file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          {...inputProps('file', form)}
        />
        {hasPicture ? (
          <label>
            <input type="checkbox" name="withoutPicture" value="yes" /> {ask.pictureAway}
          </label>
        ) : null}
      </Labelled>
      <div className="field">
        <label>
          <input
            type="checkbox"
            id="ask-consent"
            value="yes"
            required
            defaultChecked={values.consent === 'yes'}
            {...inputProps('consent', form)}
          />{' '}
          {filled(ask.consent, { name })}
        </label>
        <Problem of="consent" problems={problems} />
      </div>
      <div className="contact-send">
        <button className="button-line" type="submit">
          {contact.send}
        </button>
      </div>
    </form>
  )
}

/** A button that acts at once, with what it does. */
const Act = ({
  act,
  token,
  label,
  note,
}: {
  act: 'withdraw' | 'erase'
  token: string
  label: string
  note: string
}) => (
  <form className="contact-send" method="post" action={`${testimonialPath}${token}`}>
    <button className="button-line" type="submit" name="act" value={act} aria-describedby={`ask-${act}`}>
      {label}
    </button>
    <p id={`ask-${act}`}>{note}</p>
  </form>
)

const Status = ({ page, name }: Props) => {
  const { ask } = useWords()
  const say = {
    unknown: ask.unknown,
    erased: ask.erased,
    waiting: filled(ask.intro, { name }),
    expired: ask.unknown,
    pending: filled(ask.pending, { name }),
    asked: filled(ask.asked, { name }),
    published: '',
    declined: filled(ask.declined, { name }),
    gone: filled(ask.declined, { name }),
    withdrawn: ask.withdrawn,
  }[page.state]
  return (
    <div role="status">
      {say ? <p>{say}</p> : null}
      {page.state === 'asked' ? <blockquote dir="auto">{page.asked}</blockquote> : null}
    </div>
  )
}

/** The whole page: what became of their words, the form, and the two ways out. */
const Testimonial = ({ page, name }: Props) => {
  const { ask, refusals } = useWords()
  const { state, problems, note, project, shown, token } = page
  const isTheirs = state !== 'unknown' && state !== 'erased'
  const wasUsed = isTheirs && state !== 'waiting'
  return (
    <article className="project ask" aria-labelledby="ask-title">
      <h1 className="project-title page-title" id="ask-title" dir="auto">
        {filled(ask.title, { name })}
      </h1>
      <Status page={page} name={name} />
      {project ? <p>{filled(ask.project, { project })}</p> : null}
      {note && state === 'waiting' ? <blockquote dir="auto">{note}</blockquote> : null}
      {shown ? (
        <figure>
          <figcaption>{ask.published}</figcaption>
          <blockquote dir="auto">
            <p className="ask-words">{shown.feedback}</p>
            <footer dir="auto">{shown.fullname}</footer>
          </blockquote>
        </figure>
      ) : null}
      {Object.keys(problems).length > 0 ? (
        <p className="field-error" role="alert">
          {refusals.attention}
        </p>
      ) : null}
      {isTheirs ? <TestimonialForm page={page} name={name} /> : null}
      {wasUsed ? (
        <section className="ask-ways">
          <p>{ask.keep}</p>
          {state === 'withdrawn' ? null : (
            <Act act="withdraw" token={token} label={ask.withdraw} note={ask.withdrawNote} />
          )}
          {/* Nobody can undo it: a second press, without a script. */}
          <details>
            <summary>{ask.erase}</summary>
            <Act act="erase" token={token} label={ask.erase} note={ask.eraseNote} />
          </details>
        </section>
      ) : null}
      <p>
        <a className="arrow-link" href="/">
          {refusals.toPage}
        </a>
      </p>
    </article>
  )
}

/** The page behind a link for a testimonial: in the look of the site, without its menu and without a script. */
export const testimonialPage = (
  { settings }: Content,
  renderer: Renderer,
  icons: string,
  assets: SiteAssets,
  page: TestimonialPage,
): Page => ({
  ...documentPage(
    {
      path: testimonialPath,
      status: page.status,
      head: {
        title: pageTitle(filled(renderer.words.ask.title, { name: settings.name })),
        description: '',
        canonical: null,
      },
      ...{ icons, navbar: '', footer: '', images: [] },
      main: renderer.uncached(Testimonial, { page, name: settings.name }),
    },
    settings,
    renderer.words,
    { ...assets, boot: '' },
  ),
})
