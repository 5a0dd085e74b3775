import type { ListKind } from '../../../model/content/collections.ts'
import { listAnchors, newestFirst } from '../../../model/content/list-items.ts'
import { isoMonth } from '../../../model/content/period.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import { type JsonLd, mostOfAKind, personId } from '../../markup/json-ld.ts'
import { defineSection, type SectionData, type SiteLink, sectionLink } from '../define-section.ts'
import { ListSection, type OwnersList } from './list-section.tsx'

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
      url: /^(?:https?:|\/)/i.test(url) ? new URL(url, site).href : undefined,
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
