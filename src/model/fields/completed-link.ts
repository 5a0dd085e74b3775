import { z } from '../zod.ts'
import { isSafeLink } from './fields.ts'

/** Endings that a file's name has and a site's seldom: `cv.pdf` is a file, which no guess can find. */
const fileEndings = new Set([
  'pdf',
  'doc',
  'docx',
  'odt',
  'txt',
  'html',
  'htm',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'svg',
  'zip',
])

const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** True for `github.com`, `www.example.org` and `münchen.example`, with a port or without; false for one word and for an IP address. */
const isHost = (text: string): boolean => {
  const [name = '', port = '', ...more] = text.split(':')
  const labels = name.split('.')
  if (more.length > 0 || !/^\d{0,5}$/.test(port) || text.endsWith(':') || labels.length < 2 || name.length > 253)
    return false
  return labels.every((part) => label.test(part)) && /^[\p{L}-]{2,}$/u.test(labels.at(-1) ?? '')
}

/**
 * The link that was meant: `github.com/name` and `www.example.org` with `https://`, a bare email address with `mailto:`.
 * Text that is a link already, or that could be anything, comes back as it was.
 */
export const completedLink = (text: string): string => {
  const typed = text.trim()
  if (typed === '' || isSafeLink(typed) || /[\s\\<>"]/.test(typed)) return text
  if (z.email().safeParse(typed).success) return `mailto:${typed}`
  const [host = ''] = typed.split(/[/?#]/, 1)
  const isFile = host === typed && fileEndings.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())
  return isHost(host) && !isFile ? `https://${typed}` : text
}
