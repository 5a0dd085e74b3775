import type { Page } from '../../model/publishing/page.ts'
import { escapeText } from './markup.ts'

/** A redirect for a URL without a page. In an exported site, where no server answers, the page itself redirects. */
export const moved = (path: string, location: string): Page => ({
  path,
  status: 308,
  location,
  type: 'text/html; charset=utf-8',
  body:
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Moved</title>' +
    `<meta http-equiv="refresh" content="0; url=${escapeText(location)}"></head>` +
    `<body><a href="${escapeText(location)}">${escapeText(location)}</a></body></html>`,
  styles: [],
})
