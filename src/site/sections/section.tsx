import type { ReactNode } from 'react'
import type { RefusedMessage } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type SectionId, type SectionOutline, sections } from '../../model/sections/sections.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Words } from '../../model/words/words.ts'
import type { JsonLd } from '../markup/json-ld.ts'
import { useMarks } from '../markup/marks.ts'
import type { Renderer } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import type { Filter } from './portfolio-layout.ts'

/** The differences between the URLs of the one-page site. */
export interface View {
  filter: Filter
  /** True at a filter's own URL. */
  landing: boolean
  sent: boolean
  refused: RefusedMessage | null
  /** For an exported page: which Vitrine takes messages, and where a visitor without JavaScript goes after sending. */
  inbox?: { url: string; returnTo: string } | undefined
}

/** A link to a part of the site. */
export interface SiteLink {
  href: string
  label: string
  /** Id of the section of the one page to which it leads. */
  section?: string
}

/** The id of the heading of a section of the owner's. No slug has two hyphens in a row: no section has the same. */
export const headingId = (section: string): string => `${section}--title`

export const sectionLink = (id: string, label: string): SiteLink => ({ href: `/#${id}`, label, section: id })

/** JSON-LD about the entries that a section shows. */
export type SectionData = (content: Content, publicUrl: string, words: Words) => JsonLd[]

interface SectionInput {
  /** The settings that it shows; the preview scrolls to it when one of them is edited. */
  settings?: readonly (keyof PublicSettings)[]
  /** False leaves the section off the page. By default true when one of its collections has entries. */
  hasContent?(content: Content): boolean
  /** The markup; a function where it depends on the view. */
  html(content: Content, renderer: Renderer): string | ((view: View) => string)
  /** Its links in the navbar. By default one to the section, with its name. */
  links?(content: Content, words: Words): SiteLink[]
}

export interface Section extends SectionOutline, Required<SectionInput> {
  id: SectionId
}

/** Derives a section from its definition and its outline in the model. */
export const defineSection = (id: SectionId, input: SectionInput): Section => ({
  id,
  ...sections[id],
  settings: [],
  // Content of an earlier version may lack a collection.
  hasContent: (content) => sections[id].collections.some((name) => content[name]?.length > 0),
  links: (_, words) => [sectionLink(id, words.sections[id].name)],
  ...input,
})

interface Props {
  id: SectionId
  /** The number of entries. */
  count?: number
  children?: ReactNode
}

/** Text in the display font, in which a `t` before an `f` would run into it. */
export const Opened = ({ text }: { text: string }) =>
  text.split(/(t(?=f))/).map((part, at) =>
    part === 't' && at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which come and go together.
      <span key={at} className="open-pair">
        t
      </span>
    ) : (
      part
    ),
  )

/** The number of entries, set small after a title; one alone is not counted. */
export const Count = ({ of: count }: { of: number }) =>
  count > 1 ? (
    <>
      {' '}
      <span className="heading-count">{count}</span>
    </>
  ) : null

/** A section's title line. Controls that belong next to it, such as the portfolio's filters, are its children. */
export const SectionHeading = ({ id, count = 0, children }: Props) => (
  <header className="heading">
    <h2 id={`${id}-title`} className="heading-title" {...useMarks().setting('sections')}>
      <Opened text={useWords().sections[id].title} />
      <Count of={count} />
    </h2>
    {children}
  </header>
)
