import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// React writes HTML's own names as the DOM does, and empty values and slashes that say nothing.
const camelCase =
  / (?:srcSet|imageSrcSet|imageSizes|fetchPriority|maxLength|minLength|autoComplete|autoFocus|inputMode|dateTime|noValidate)=/g
const emptyValue = / (required|hidden|download|autofocus|checked|disabled|open|readonly|multiple|novalidate)=""/g
const bodiless = /^<(?:area|br|col|hr|img|input|link|meta|source|wbr)\b/

const withoutSlash = (tag: string) =>
  tag.endsWith('/>') && bodiless.test(tag) ? `${tag.slice(0, -2).trimEnd()}>` : tag

const tidy = (tag: string): string =>
  withoutSlash(tag.replace(camelCase, (name) => name.toLowerCase()).replace(emptyValue, ' $1'))

/** An element as the page carries it. Nothing here is hydrated: islands mount beside the content, they do not take it over. */
export const markup = (element: ReactElement): string => renderToStaticMarkup(element).replace(/<[a-z][^<>]*>/g, tidy)

/** Puts markup that is already made inside an element: `<ul {...inside(cards)} />`. Only for what `markup` or `markdown` returned. */
export const inside = (made: string) => ({ dangerouslySetInnerHTML: { __html: made } })

/** Where entries that are made one by one go; no text can hold it, since text is escaped. */
export const slot = '<!--slot-->'

/** Fills the slot of a section. */
export const fill = (section: string, entries: string): string => section.replace(slot, () => entries)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made fit for HTML and XML, attribute values included. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string)
