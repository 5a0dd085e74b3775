import { Invalid, TooLarge, UnsupportedType } from '../../model/errors.ts'
import { refuseUnstorable } from './storable.ts'

const tooLarge = (limit: number) =>
  new TooLarge(`At most ${Math.floor(limit / 1024)} KB can be sent at once. Shorten it and try again.`)

/** The body's bytes; throws `TooLarge` after `limit` bytes, whatever the announced length is. */
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

// More than any form has. Making objects of thousands of names takes milliseconds.
const maxFields = 200
const maxKeys = 1000
const jsonText = /"(?:[^"\\]|\\[\s\S]?)*"?/g

const tooMany = (max: number) => new Invalid({}, `A body has at most ${max} fields.`)

/** Throws `Invalid` for too many keys, counted at all depths before parsing. */
const parseJson = (text: string): unknown => {
  // Outside of texts, each key has one colon.
  if (text.replace(jsonText, '').split(':', maxKeys + 2).length > maxKeys + 1) throw tooMany(maxKeys)
  return JSON.parse(text)
}

const fromPairs = (pairs: Iterable<[string, FormDataEntryValue]>) => {
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string') throw new Invalid({ [name]: 'Files cannot be sent here.' })
    if (fields.has(name)) throw new Invalid({ [name]: 'This was given more than once.' })
    // Browsers send line ends as CR LF.
    fields.set(name, value.replaceAll('\r\n', '\n'))
    if (fields.size > maxFields) throw tooMany(maxFields)
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
      // Counted first: splitting thousands of pairs takes milliseconds.
      if (text.split('&', maxFields + 1).length > maxFields) throw tooMany(maxFields)
      return fromPairs(new URLSearchParams(text))
    }
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    if (error instanceof Invalid) throw error
  }
  throw new Invalid({}, `The body is not readable as ${kind}.`)
}

/** The fields of a form-encoded, multipart or JSON body. Throws `UnsupportedType`, `TooLarge`, or `Invalid` for unreadable or unstorable text. */
export const readFields = async (request: Request, limit: number): Promise<Record<string, unknown>> => {
  const fields = await parsedFields(request, limit)
  refuseUnstorable(fields)
  return fields
}
