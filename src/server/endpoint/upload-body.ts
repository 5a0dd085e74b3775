import { Invalid, UnsupportedType } from '../../model/errors.ts'
import { readBytes } from './request-body.ts'

interface UploadBody {
  form: FormData
  /** The bytes of the field `file`, as a view of the body. */
  bytes: Uint8Array<ArrayBuffer>
}

const unreadable = () => new Invalid({}, 'The body is not readable as multipart/form-data.')

// RFC 2046, section 5.1.1: with other characters, or longer, it is none.
const boundaryIn = (type: string) => /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(type)

/** Offsets of the content of the part named `file`; undefined when there is no such part. */
const findFile = (body: Buffer, boundary: string): { from: number; to: number } | undefined => {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let head = 0
  while (head >= 0) {
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
 * with an empty file. Throws `UnsupportedType`, `TooLarge` after `limit` bytes, and `Invalid` when there is no field `file`, or two.
 */
export const readUploadBody = async (request: Request, limit: number): Promise<UploadBody> => {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type))
    throw new UnsupportedType('Send the file as multipart/form-data, in the field “file”.')
  const [, quoted, bare = quoted] = boundaryIn(type) ?? []
  if (bare === undefined) throw unreadable()
  const bytes = await readBytes(request, limit)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { from, to } = findFile(body, bare) ?? { from: 0, to: 0 }
  const emptied = Buffer.concat([body.subarray(0, from), body.subarray(to)])
  const form = await new Response(emptied, { headers: { 'content-type': type } }).formData().catch(() => {
    throw unreadable()
  })
  const [file, second] = form.getAll('file')
  if (!(file instanceof File) || second) throw new Invalid({ file: 'Choose a file.' })
  // The parser sees another part as the file.
  if (file.size > 0) throw unreadable()
  return { form, bytes: bytes.subarray(from, to) }
}
