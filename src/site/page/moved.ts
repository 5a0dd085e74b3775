import { escapeHtml } from '../../model/escape-html.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { Words } from '../../model/words/words.ts'

/** A redirect for a URL without a page. In an exported site, where no server answers, the page itself redirects. */
export const moved = (path: string, location: string, { language, page }: Words): Page => ({
  path,
  status: 308,
  location,
  type: 'text/html; charset=utf-8',
  body:
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(page.moved)}</title>` +
    `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}"></head>` +
    `<body><a href="${escapeHtml(location)}">${escapeHtml(location)}</a></body></html>`,
  styles: [],
})
