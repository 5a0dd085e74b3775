import type { ListKind } from '../../model/content/collections.ts'
import { listAnchors, newestFirst } from '../../model/content/list-items.ts'
import { isoMonth, monthText } from '../../model/content/period.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { type JsonLd, mostOfAKind, personId } from '../markup/json-ld.ts'
import { type MarkAttributes, useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'
import { Count, defineSection, headingId, Opened, type SectionData, type SiteLink, sectionLink } from './section.tsx'

type OwnersList = PublishedEntry<'lists'>
type ListItem = OwnersList['items'][number]

interface Row extends ListItem {
  /** Place in the owner's order. */
  index: number
  date: string
  /** The row above has the same date. */
  isRepeated: boolean
}

/** Rows before the rest is folded, and the fewest that are worth a fold. */
const [shownAtFirst, leastFolded] = [12, 4]

/** The items as the page lists them. */
export const listRows = (items: readonly ListItem[], language: string): Row[] => {
  const sorted = newestFirst(items.map((item, index) => ({ ...item, index })))
  const dates = sorted.map(({ year, month }) => (year === null ? '' : monthText(year, month, language)))
  return sorted.map((item, at) => ({ ...item, date: dates[at] ?? '', isRepeated: dates[at] === dates[at - 1] }))
}

const ListRow = ({ row, mark }: { row: Row; mark: MarkAttributes }) => {
  const { date, isRepeated, title, place, url, text, links } = row
  return (
    <li className="list-row" {...mark}>
      {date === '' ? null : (
        <p className="timeline-years">
          <span className={isRepeated ? 'visually-hidden' : undefined}>{date}</span>
        </p>
      )}
      <p className="timeline-name" dir="auto">
        {url === '' ? title : <a href={url}>{title}</a>}
      </p>
      {place === '' ? null : (
        <p className="list-place" dir="auto">
          {place}
        </p>
      )}
      {text === '' ? null : (
        <p className="list-text" dir="auto">
          {text}
        </p>
      )}
      {links.length > 0 ? (
        <ul className="list-links">
          {links.map((link) => (
            <li key={`${link.label} ${link.url}`}>
              <a href={link.url} dir="auto">
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** A list of the owner's: a row for each item, the later ones of a long list behind a disclosure, which needs no script. */
const ListSection = ({ list: { id, anchor, title, items } }: { list: OwnersList & { anchor: string } }) => {
  const marks = useMarks()
  const { lists, language } = useWords()
  const rows = listRows(items, language)
  const end = rows.length >= shownAtFirst + leastFolded ? shownAtFirst : rows.length
  const draw = (some: Row[]) => (
    <ul className="list-rows" data-dated={rows[0]?.date !== '' || undefined}>
      {some.map((row) => (
        <ListRow key={row.index} row={row} mark={marks.item('lists', id, 'items', row.index)} />
      ))}
    </ul>
  )
  const mark = marks.entry('lists', id)
  return (
    <section id={anchor} className="section list" aria-labelledby={headingId(anchor)} {...mark()}>
      <header className="heading">
        <h2 id={headingId(anchor)} className="heading-title page-heading" dir="auto" {...mark('title')}>
          <Opened text={title} />
          <Count of={items.length} />
        </h2>
      </header>
      {draw(rows.slice(0, end))}
      {end < rows.length ? (
        <details className="list-rest">
          <summary className="button-line">{lists.more}</summary>
          {draw(rows.slice(end))}
        </details>
      ) : null}
    </section>
  )
}

/** The lists that have items, each with the id of its section. Content of an earlier version may lack the collection. */
export const shownLists = ({ lists = [] }: Partial<Content>): (OwnersList & { anchor: string })[] => {
  const anchors = listAnchors(lists)
  return lists.map((list, index) => ({ ...list, anchor: anchors[index] ?? '' })).filter(({ items }) => items.length > 0)
}

export const listLinks = (content: Content, location: OwnersList['link']): SiteLink[] =>
  shownLists(content).flatMap(({ link, anchor, title }) => (link === location ? [sectionLink(anchor, title)] : []))

/** What an item is to schema.org, and what the owner is to it. It has no property for somebody's clients. */
const things: Partial<Record<ListKind, readonly [type: string, relation: string]>> = {
  talks: ['Event', 'performer'],
  exhibitions: ['ExhibitionEvent', 'performer'],
  press: ['Article', 'about'],
  publications: ['CreativeWork', 'author'],
}

const listData = ({ kind, items }: OwnersList, site: string): JsonLd[] => {
  const [type, relation = ''] = things[kind] ?? []
  const isEvent = relation === 'performer'
  // Search engines take an event without a date for a mistake.
  const known = type ? items.filter(({ year }) => !isEvent || year !== null) : []
  return newestFirst(known)
    .slice(0, mostOfAKind)
    .map(({ year, month, title, place, url }) => ({
      '@type': type,
      name: title,
      url: /^(?:https?:|\/)/i.test(url) ? URL.parse(url, site)?.href : undefined,
      [isEvent ? 'startDate' : 'datePublished']: isoMonth(year, month),
      ...(place && {
        [isEvent ? 'location' : 'publisher']: { '@type': isEvent ? 'Place' : 'Organization', name: place },
      }),
      [relation]: { '@id': personId(site) },
    }))
}

/** The items of the lists as things of schema.org. */
export const listsData: SectionData = (content, url) => shownLists(content).flatMap((list) => listData(list, url))

/** The owner's lists, each as a section. */
export const lists = defineSection('lists', {
  hasContent: (content) => shownLists(content).length > 0,
  links: (content) => listLinks(content, 'navbar'),
  html: (content, renderer) =>
    shownLists(content)
      .map((list) => renderer.html('owners-list', ListSection, { list }))
      .join(''),
})
