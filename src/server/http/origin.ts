import { VitrineError } from '../../model/errors.ts'
import { isLoopback } from '../process/variables.ts'

const sameOrigin = (origin: string, publicUrl: string) => {
  if (origin === publicUrl) return true
  const ours = new URL(publicUrl)
  const theirs = URL.parse(origin)
  // A development machine has several names.
  return (
    theirs !== null &&
    isLoopback(ours.hostname) &&
    isLoopback(theirs.hostname) &&
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port
  )
}

/** Throws `forbidden` for a request from a page of another site; `from` are others that may call. */
export const refuseForeignOrigin = (headers: Headers, publicUrl: string, from: readonly string[] = []): void => {
  const origin = headers.get('origin')
  if (origin !== null && from.includes(origin)) return
  const foreign = origin === null ? headers.get('sec-fetch-site') === 'cross-site' : !sameOrigin(origin, publicUrl)
  if (foreign)
    throw new VitrineError('forbidden', `This was not sent from ${publicUrl}. Open the page there and try again.`)
}
