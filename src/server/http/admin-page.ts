import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Handler } from '../endpoint/context.ts'
import { plainPage } from '../endpoint/errors.ts'
import { packageRoot } from '../process/package-root.ts'
import { reportTo } from '../publishing/security-headers.ts'

const shell = new URL('dist/admin/index.html', packageRoot)

/** What the build writes where the nonce of an answer belongs. */
const placeholder = '%NONCE%'

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    reportTo,
    "frame-ancestors 'none'",
  ].join('; ')

/** The owner's app: one page for the login and registration screens and everything under `/admin`. */
export const adminPage = (file: URL = shell): Handler => {
  let html: Promise<string> | undefined
  return async (context) => {
    html ??= readFile(file, 'utf8')
    try {
      const nonce = randomBytes(16).toString('base64')
      const body = (await html).replaceAll(placeholder, nonce)
      return context.html(body, 200, { 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-store' })
    } catch {
      html = undefined
      return context.html(
        plainPage('Not built', 'The owner’s app is missing from this installation. Run: npm run build'),
        503,
      )
    }
  }
}
