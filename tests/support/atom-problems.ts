import { z } from 'zod'
import { childrenOf, parseXml, textOf, type XmlElement } from './xml.ts'

const namespace = 'http://www.w3.org/2005/Atom'
const onceInEach = ['id', 'title', 'updated']
const allowed = {
  feed: 'author category contributor generator icon id link logo rights subtitle title updated entry',
  entry: 'author category content contributor id link published rights source summary title updated',
}

const relOf = ({ attributes }: XmlElement) => attributes.rel ?? 'alternate'

const problemsIn = (element: XmlElement): string[] => {
  const at = `${element.name} ${textOf(element, 'id')}`
  const problems: string[] = []
  const check = (holds: boolean, problem: string) => holds || problems.push(`${at}: ${problem}`)
  const known = allowed[element.name as keyof typeof allowed].split(' ')
  for (const { name, uri } of element.children)
    check(uri === namespace && known.includes(name), `<${name}> has no place here`)
  for (const name of onceInEach) check(childrenOf(element, name).length === 1, `one <${name}> (4.1.1, 4.1.2)`)
  for (const name of ['content', 'summary', 'subtitle', 'generator'])
    check(childrenOf(element, name).length <= 1, `at most one <${name}>`)
  check(/^[a-z][a-z\d+.-]*:\S+$/.test(textOf(element, 'id') ?? ''), 'its id is an absolute IRI (4.2.6)')
  check(z.iso.datetime({ offset: true }).safeParse(textOf(element, 'updated')).success, 'a time of RFC 3339 (3.3)')
  check((textOf(element, 'title') ?? '').trim() !== '', 'it has a title')
  const links = childrenOf(element, 'link')
  for (const { attributes } of links) check(URL.canParse(attributes.href ?? ''), 'a link is absolute (4.2.7)')
  const alternates = links.filter((link) => relOf(link) === 'alternate')
  check(
    new Set(alternates.map(({ attributes }) => attributes.type)).size === alternates.length,
    'one of a type (4.1.1)',
  )
  check(childrenOf(element, 'content').length > 0 || alternates.length > 0, 'content or an alternate link (4.1.2)')
  for (const { attributes } of childrenOf(element, 'category')) check(Boolean(attributes.term), 'a term (4.2.2)')
  for (const author of childrenOf(element, 'author')) check(Boolean(textOf(author, 'name')), 'a name (3.2.1)')
  for (const text of childrenOf(element, 'content')) {
    check(['text', 'html', 'xhtml'].includes(text.attributes.type ?? 'text'), 'a type of text (4.1.3.1)')
    check(text.children.length === 0, 'HTML is escaped (4.1.3.3)')
  }
  return problems
}

/** What an Atom feed has wrong by the rules of RFC 4287 that one document shows; the numbers are its sections. */
export const atomProblems = (document: string, self: string): string[] => {
  const feed = parseXml(document)
  if (feed.name !== 'feed' || feed.uri !== namespace) return ['It is no feed.']
  const entries = childrenOf(feed, 'entry')
  const hasAuthor = childrenOf(feed, 'author').length > 0
  const ids = new Set(entries.map((entry) => textOf(entry, 'id')))
  const own = childrenOf(feed, 'link').filter((link) => relOf(link) === 'self')
  return [
    ...problemsIn(feed),
    ...entries.flatMap(problemsIn),
    ...(hasAuthor || entries.every((entry) => childrenOf(entry, 'author').length > 0) ? [] : ['An author (4.1.1)']),
    ...(ids.size === entries.length ? [] : ['Two entries have one id (4.2.6)']),
    ...(own.length === 1 && own[0]?.attributes.href === self ? [] : ['A link to itself (4.1.1)']),
  ]
}
