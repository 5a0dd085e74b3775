import { Invalid, TooLarge, UnsupportedType } from '../../model/errors.ts'
import { findUnstorable } from '../../model/text-rules.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'

const refusal = 'It contains characters that cannot be stored.'

/** Throws `Invalid` for text that no database stores unchanged: NUL, and halves of surrogate pairs. */
export const refuseUnstorable = (fields: Record<string, unknown>): void => {
  const path = findUnstorable(fields)
  if (!path) return
  // An entry's fields come in `data`; error messages omit it.
  const name = (path[0] === 'data' && path.length > 1 ? path.slice(1) : path).join('.')
  throw new Invalid({ [name]: refusal })
}

/** Throws `Invalid` when the path or the query has a NUL, which is always percent-encoded: the HTTP parser refuses a bare one. */
export const refuseUnstorableUrl = (url: string): void => {
  if (url.includes('%00')) throw new Invalid({ address: refusal })
}

/** The Cookie header without cookies that decode to a NUL: another program's must not break ours. */
export const storableCookies = (header: string): string =>
  header.includes('%00')
    ? header
        .split(';')
        .filter((pair) => !pair.includes('%00'))
        .join(';')
    : header

const tooLarge = (limit: number) => {
  const kilobytes = Math.floor(limit / 1024)
  return new TooLarge(filled(english.refusals.tooLarge, { n: kilobytes }), kilobytes)
}

/** The body's bytes; throws `TooLarge` after `limit` bytes, whatever the announced length is. */
export const readBytes = async (request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  // An announced body is held once, while it comes.
  let bytes = new Uint8Array(announced > 0 ? announced : Math.min(limit, 64 * 1024))
  let length = 0
  for await (const chunk of request.body ?? []) {
    if (length + chunk.length > limit) throw tooLarge(limit)
    if (length + chunk.length > bytes.length) {
      const longer = new Uint8Array(Math.min(limit, 2 * (length + chunk.length)))
      longer.set(bytes.subarray(0, length))
      bytes = longer
    }
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes.subarray(0, length)
}

// More than any form has. Making objects of thousands of names takes milliseconds.
const maxFields = 200
const maxKeys = 1000
// Larger bodies are allowed to the owner alone, for lists of entries.
const keysIn = (limit: number) => Math.floor(maxKeys * Math.max(1, limit / (64 * 1024)))
const jsonText = /"(?:[^"\\]|\\[\s\S]?)*"?/g

const tooMany = (max: number) => new Invalid({}, `A body has at most ${max} fields.`)

/** Throws `Invalid` for too many keys, counted at all depths before parsing. */
const parseJson = (text: string, max: number): unknown => {
  // Outside of texts, each key has one colon.
  if (text.replace(jsonText, '').split(':', max + 2).length > max + 1) throw tooMany(max)
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

// RFC 2046, section 5.1.1: with other characters, or longer, it is none.
const boundaryIn = (type: string): string | undefined => {
  const [, quoted, bare = quoted] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  return bare
}

const parsedForm = async (body: Uint8Array<ArrayBuffer>, type: string, boundary: string): Promise<FormData> => {
  // Counted first: the parser takes 20 µs for each part.
  const pieces = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('latin1')
    .split(`--${boundary}`, maxFields + 3)
  // One before the first part, and one after the last.
  if (pieces.length > maxFields + 2) throw tooMany(maxFields)
  return new Response(body, { headers: { 'content-type': type } }).formData()
}

const parsedFields = async (request: Request, limit: number): Promise<Record<string, unknown>> => {
  const type = request.headers.get('content-type') ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase()
  if (kind !== 'application/json' && kind !== 'application/x-www-form-urlencoded' && kind !== 'multipart/form-data')
    throw new UnsupportedType('Send JSON, form-encoded or multipart data.')
  const bytes = await readBytes(request, limit)
  try {
    if (kind === 'multipart/form-data') return fromPairs(await parsedForm(bytes, type, boundaryIn(type) ?? ''))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (kind === 'application/x-www-form-urlencoded') {
      // Counted first: splitting thousands of pairs takes milliseconds.
      if (text.split('&', maxFields + 1).length > maxFields) throw tooMany(maxFields)
      return fromPairs(new URLSearchParams(text))
    }
    const value = parseJson(text, keysIn(limit))
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

interface UploadBody {
  form: FormData
  /** The bytes of the field `file`, as a view of the body. */
  bytes: Uint8Array<ArrayBuffer>
}

const unreadable = () => new Invalid({}, 'The body is not readable as multipart/form-data.')
const noFile = () => new Invalid({ file: 'Choose a file.' })

/** Bytes that a form may have besides its file, as one without. */
const mostBesides = 64 * 1024

/** Offsets of the content of the part named `file`; undefined when there is no such part, or more than `mostBesides` before it. */
const findFile = (body: Buffer, boundary: string): { from: number; to: number } | undefined => {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let head = 0
  while (head <= mostBesides) {
    const from = body.indexOf('\r\n\r\n', head) + 4
    const to = from < 4 ? -1 : body.indexOf(delimiter, from)
    if (to < 0) return undefined
    if (/;\s*name="file"/i.test(body.toString('latin1', head, Math.min(from, head + 4096)))) return { from, to }
    head = to + delimiter.length
  }
  return undefined
}

/**
 * The multipart body of an upload, held in memory once: the platform's parser, which copies what it reads several times, gets the body
 * with an empty file. Throws `UnsupportedType`, `TooLarge` after `limit` bytes or `mostBesides` that are not the file's, and `Invalid` for too
 * many fields, and when there is no field `file`, or two.
 */
export const readUploadBody = async (request: Request, limit: number): Promise<UploadBody> => {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type))
    throw new UnsupportedType('Send the file as multipart/form-data, in the field “file”.')
  const boundary = boundaryIn(type)
  if (boundary === undefined) throw unreadable()
  const bytes = await readBytes(request, limit)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { from, to } = findFile(body, boundary) ?? { from: 0, to: 0 }
  // A file under another name is no long text.
  if (body.length - (to - from) > mostBesides) throw body.includes('name="file"') ? tooLarge(mostBesides) : noFile()
  const emptied = Buffer.concat([body.subarray(0, from), body.subarray(to)])
  const form = await parsedForm(emptied, type, boundary).catch((error: unknown) => {
    throw error instanceof Invalid ? error : unreadable()
  })
  const [file, second] = form.getAll('file')
  if (!(file instanceof File) || second) throw noFile()
  // The parser sees another part as the file.
  if (file.size > 0) throw unreadable()
  return { form, bytes: bytes.subarray(from, to) }
}
