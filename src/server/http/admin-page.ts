import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Handler } from '../endpoint/endpoint.ts'
import { plainPage } from '../endpoint/visitor-page.ts'
import { packageRoot } from '../process/package-root.ts'
import { contentPolicy } from '../snapshots/security-headers.ts'

const placeholder = '%NONCE%'

const shellPage = (name: string, folder: string, policy: (nonce: string) => string): Handler => {
  const file = new URL(`dist/${folder}/index.html`, packageRoot)
  let html: Promise<string> | undefined
  return async (context) => {
    html ??= readFile(file, 'utf8')
    try {
      const nonce = randomBytes(16).toString('base64')
      const body = (await html).replaceAll(placeholder, nonce)
      return context.html(body, 200, { 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-store' })
    } catch {
      html = undefined
      const message = `${name} is missing from this installation. Run: npm run build`
      return context.html(plainPage('Not built', message), 503)
    }
  }
}

export const adminPage = (): Handler =>
  shellPage('The owner’s app', 'admin', (nonce) =>
    contentPolicy({
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' data: blob:",
      'frame-src': "'self'",
    }),
  )

/**
 * The empty page into which the owner's app has the site drawn while it is edited. Only the site itself may frame it, and it has no
 * connections, forms or reports: what is typed stays in it.
 */
export const previewPage = (): Handler => {
  const none = { 'connect-src': undefined, 'manifest-src': undefined, 'report-uri': undefined, 'report-to': undefined }
  const policy = contentPolicy({ ...none, 'form-action': "'none'", 'frame-ancestors': "'self'" })
  return shellPage('The preview', 'preview', () => policy)
}
