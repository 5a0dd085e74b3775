import { Invalid, TooLarge, UnsupportedType } from '../../model/errors.ts'
import { refuseUnstorable } from './storable.ts'

const tooLarge = (limit: number) =>
  new TooLarge(`At most ${Math.floor(limit / 1024)} KB can be sent at once. Shorten it and try again.`)

/** The body's bytes; throws `TooLarge` as soon as there are more than `limit`, whatever was announced. */
export const readBytes = async (request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

// No form has more; making an object of thousands of names takes longer than everything else about a call.
const fieldsAtMost = 200

const tooMany = () => new Invalid({}, `A body has at most ${fieldsAtMost} fields.`)

const fromPairs = (pairs: Iterable<[string, FormDataEntryValue]>) => {
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') throw new Invalid({ [name]: 'Files cannot be sent here.' })
    if (fields.has(name)) throw new Invalid({ [name]: 'This was given more than once.' })
    // Browsers send line ends as CR LF; what was typed has LF.
    fields.set(name, value.replaceAll('\r\n', '\n'))
    if (fields.size > fieldsAtMost) throw tooMany()
  }
  return Object.fromEntries(fields)
}

const parsedFields = async (request: Request, limit: number): Promise<Record<string, unknown>> => {
  const type = request.headers.get('content-type') ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase()
  if (kind !== 'application/json' && kind !== 'application/x-www-form-urlencoded' && kind !== 'multipart/form-data')
    throw new UnsupportedType('Send JSON, form-encoded or multipart data.')
  const bytes = await readBytes(request, limit)
  try {
    if (kind === 'multipart/form-data')
      return fromPairs(await new Response(bytes, { headers: { 'content-type': type } }).formData())
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (kind === 'application/x-www-form-urlencoded') {
      // Counted first: taking thousands of pairs apart is what costs.
      if (text.split('&', fieldsAtMost + 1).length > fieldsAtMost) throw tooMany()
      return fromPairs(new URLSearchParams(text))
    }
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      if (Object.keys(value).length > fieldsAtMost) throw tooMany()
      return value as Record<string, unknown>
    }
  } catch (error) {
    if (error instanceof Invalid) throw error
  }
  throw new Invalid({}, `The body is not readable as ${kind}.`)
}

/**
 * The fields of a form-encoded, multipart or JSON body; throws `UnsupportedType`, `TooLarge`, or `Invalid` when it cannot be read
 * or holds text that cannot be stored.
 */
export const readFields = async (request: Request, limit: number): Promise<Record<string, unknown>> => {
  const fields = await parsedFields(request, limit)
  refuseUnstorable(fields)
  return fields
}
