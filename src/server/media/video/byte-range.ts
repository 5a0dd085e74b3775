/** First and last byte of a part of a file, both included. */
interface ByteRange {
  from: number
  to: number
}

/**
 * Reads a `Range` header for `size` bytes: a part, `unsatisfiable`, or undefined for the whole file. A header that is no single range
 * of bytes is ignored, which RFC 9110 (14.2) allows.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to }
}
