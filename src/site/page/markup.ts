import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// React writes attribute names as the DOM spells them, and redundant empty values and slashes.
const camelCase =
  / (?:srcSet|imageSrcSet|imageSizes|fetchPriority|maxLength|minLength|autoComplete|autoFocus|inputMode|dateTime|noValidate|playsInline)=/g
const emptyValue =
  / (required|hidden|download|autofocus|checked|disabled|open|readonly|multiple|novalidate|controls|playsinline)=""/g
const bodiless = /^<(?:area|br|col|hr|img|input|link|meta|source|wbr)\b/

const withoutSlash = (tag: string) =>
  tag.endsWith('/>') && bodiless.test(tag) ? `${tag.slice(0, -2).trimEnd()}>` : tag

const compact = (tag: string): string =>
  withoutSlash(tag.replace(camelCase, (name) => name.toLowerCase()).replace(emptyValue, ' $1'))

/** An element as the page carries it. Nothing here is hydrated: islands mount next to the content and leave it alone. */
export const markup = (element: ReactElement): string =>
  renderToStaticMarkup(element).replace(/<[a-z][^<>]*>/g, compact)

/** Props that put finished markup inside an element: `<ul {...inside(cards)} />`. Only for what `markup` or `markdown` returned. */
export const inside = (made: string) => ({ dangerouslySetInnerHTML: { __html: made } })

/** Placeholder for entries that are rendered one by one; text cannot contain it, since text is escaped. */
export const slot = '<!--slot-->'

/** Fills the slot of a section. */
export const fill = (section: string, entries: string): string => section.replace(slot, () => entries)
