import type { ReactNode } from 'react'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { hostOf } from '../../markup/host-of.ts'
import { type MarkAttributes, useMarks } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'

interface FactProps {
  label: string
  mark: MarkAttributes
  children: ReactNode[]
}

/** A fact and its values; nothing without one. */
const Fact = ({ label, mark, children }: FactProps) =>
  children.length === 0 ? null : (
    <div {...mark}>
      <dt>{label}</dt>
      {children.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may be there twice.
        <dd key={index}>{value}</dd>
      ))}
    </div>
  )

/** Text of the owner's, in its own direction, as the one value of a fact; no value when it is empty. */
const text = (value: string): ReactNode[] => (value === '' ? [] : [<bdi key="value">{value}</bdi>])

interface Props {
  project: PublishedEntry<'projects'>
  /** Labels of its categories, the main one first. */
  categories: string[]
}

/** The facts about a project: those that are known. */
export const ProjectFacts = ({ project, categories }: Props) => {
  const mark = useMarks().entry('projects', project.id)
  const words = useWords()
  const { url, links, year, awards } = project
  return (
    <dl className="facts project-facts">
      <Fact label={words.project.kind} mark={mark('categories')}>
        {categories.length > 0 ? [categories.join(', ')] : []}
      </Fact>
      <Fact label={words.project.client} mark={mark('client')}>
        {text(project.client)}
      </Fact>
      <Fact label={words.project.role} mark={mark('role')}>
        {text(project.role)}
      </Fact>
      <Fact label={words.project.period} mark={mark('period')}>
        {text(project.period)}
      </Fact>
      <Fact label={words.project.year} mark={mark('year')}>
        {year ? [year] : []}
      </Fact>
      <Fact label={words.project.team} mark={mark('team')}>
        {text(project.team.join(words.page.separator))}
      </Fact>
      <Fact label={words.project.tags} mark={mark('tags')}>
        {text(project.tags.join(words.page.separator))}
      </Fact>
      <Fact label={words.project.awards} mark={mark('awards')}>
        {awards.flatMap(text)}
      </Fact>
      <Fact label={words.project.link} mark={mark('url')}>
        {url
          ? [
              <a key={url} href={url} dir="ltr">
                {hostOf(url)}
              </a>,
            ]
          : []}
      </Fact>
      <Fact label={words.project.links} mark={mark('links')}>
        {links.map((link) => (
          <a key={link.url} href={link.url} dir="auto">
            {link.label}
          </a>
        ))}
      </Fact>
    </dl>
  )
}
