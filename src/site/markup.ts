import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** An element as the page carries it. Nothing here is hydrated: islands mount beside the content, they do not take it over. */
export const markup = (element: ReactElement): string => renderToStaticMarkup(element)

/** Puts markup that is already made inside an element: `<ul {...inside(cards)} />`. Only for what `markup` or `markdown` returned. */
export const inside = (made: string) => ({ dangerouslySetInnerHTML: { __html: made } })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made fit for HTML and XML, attribute values included. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string)
