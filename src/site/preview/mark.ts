import { type CollectionName, collectionNames } from '../../model/content/collections/index.ts'
import type { Content } from '../../model/content/published-content.ts'
import { entryPlaces, projectPlaces, settingPlaces } from './places.ts'

const label = (element: Element, values: Record<string, string>) => {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
  Object.assign(element.dataset, values)
}

// Two fields may share an element: the years of a station.
const fieldOf = (element: Element, name: string) => {
  const before = element.getAttribute('data-field')
  element.setAttribute('data-field', before === null ? name : `${before} ${name}`)
}

const entry = (item: Element, collection: CollectionName, id: string, fields = entryPlaces[collection].fields) => {
  label(item, { collection, entry: id })
  for (const [name, find] of Object.entries(fields))
    for (const element of find(item)) {
      label(element, { collection, entry: id })
      fieldOf(element, name)
    }
}

const lists = ['counters', 'socials']

const settings = (root: ParentNode) => {
  for (const [name, find] of Object.entries(settingPlaces))
    for (const [index, element] of [...find(root)].entries()) {
      label(element, { collection: 'settings', ...(lists.includes(name) ? { index: String(index) } : {}) })
      fieldOf(element, name)
    }
}

const touchable = 'a, button, input, textarea, select, summary, [tabindex]'

/** Says of each element of freshly made markup which field it shows, and takes it out of the keyboard's way. */
export const mark = (root: DocumentFragment, content: Content): void => {
  settings(root)
  for (const collection of collectionNames) {
    const items = entryPlaces[collection].items(root, content)
    for (const [at, { id }] of content[collection].entries()) {
      const item = items[at]
      if (item) entry(item, collection, id)
    }
  }
  for (const element of root.querySelectorAll(touchable)) element.setAttribute('tabindex', '-1')
  for (const element of root.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
}

/** The same for the article of a project. */
export const markProject = (root: DocumentFragment, id: string): void => {
  for (const article of root.querySelectorAll('[data-project-article]')) entry(article, 'projects', id, projectPlaces)
}
