import { readFile } from 'node:fs/promises'
import type { Handler } from '../endpoint/context.ts'
import { plainPage } from '../endpoint/errors.ts'
import { packageRoot } from '../process/package-root.ts'

const shell = new URL('dist/preview/index.html', packageRoot)

/** No connections, no forms and no reports: what is typed comes from the form around it and goes nowhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The empty page into which the owner's app has the site drawn with what is being typed; the one page that may be framed, by ours alone. */
export const previewPage = (file: URL = shell): Handler => {
  let html: Promise<string> | undefined
  return async (context) => {
    html ??= readFile(file, 'utf8')
    try {
      return context.html(await html, 200, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    } catch {
      html = undefined
      return context.html(
        plainPage('Not built', 'The preview is missing from this installation. Run: npm run build'),
        503,
      )
    }
  }
}
