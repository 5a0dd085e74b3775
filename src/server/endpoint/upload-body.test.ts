import { describe, expect, it, vi } from 'vitest'
import { Invalid, TooLarge, UnsupportedType } from '../../model/errors.ts'
import { readUploadBody } from './request-body.ts'

const tricky = Buffer.from('\r\n\r\n--\r\n--b\0\xff name="file"\r\n', 'latin1')
const formOf = (...fields: [name: string, value: string | Uint8Array<ArrayBuffer>][]) => {
  const form = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([value], 'a; name="file".mp4'))
  return form
}
const request = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers })
const read = (body: BodyInit, headers?: Record<string, string>, limit = 10_000_000) =>
  readUploadBody(request(body, headers), limit)
const multipart = (type: string) => ({ 'content-type': type })

describe('the body of an upload', () => {
  it.each([
    ['first', [['file', tricky], ['alt', 'Words'] as const]],
    ['last', [['alt', 'Words'] as const, ['file', tricky]]],
  ] as const)('gives the bytes of its file, which comes %s, and the other fields', async (_, fields) => {
    const { form, bytes } = await read(formOf(...(fields as unknown as [string, string][])))
    expect(Buffer.from(bytes).equals(tricky)).toBe(true)
    expect(form.get('alt')).toBe('Words')
    expect((form.get('file') as File).name).toBe('a; name="file".mp4')
  })

  it('is held in memory once', async () => {
    const encoded = new Uint8Array(await new Response(formOf(['file', new Uint8Array(5_000_000)])).arrayBuffer())
    const boundary = /^--(\S+)/.exec(Buffer.from(encoded.subarray(0, 200)).toString())?.[1]
    const { bytes } = await read(encoded, {
      ...multipart(`multipart/form-data; boundary="${boundary}"`),
      'content-length': `${encoded.length}`,
    })
    expect([bytes.length, bytes.buffer.byteLength]).toEqual([5_000_000, encoded.length])
  })

  it('is refused when it is something else, cut short, without a file or with two', async () => {
    const file = ['file', tricky] as [string, Uint8Array<ArrayBuffer>]
    await expect(read('{}', multipart('application/json'))).rejects.toThrow(UnsupportedType)
    await expect(read('--b', multipart('multipart/form-data; charset=utf-8'))).rejects.toThrow(Invalid)
    const half = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'
    await expect(read(half, multipart('multipart/form-data; boundary=b'))).rejects.toThrow(Invalid)
    await expect(read(formOf(['alt', 'Words']))).rejects.toThrow(Invalid)
    await expect(read(formOf(['file', 'a text']))).rejects.toThrow(Invalid)
    await expect(read(formOf(file, file))).rejects.toThrow(Invalid)
  })

  it('is refused past the limit, announced or not', async () => {
    const large = new Uint8Array(20_000)
    const headers = multipart('multipart/form-data; boundary=b')
    await expect(read(large, headers, 10_000)).rejects.toThrow(TooLarge)
    await expect(read('--b', { ...headers, 'content-length': '10001' }, 10_000)).rejects.toThrow(TooLarge)
  })

  it('is refused unparsed with more than 64 KB besides its file, or more than two hundred fields', async () => {
    const parsed = vi.spyOn(Response.prototype, 'formData')
    const headers = multipart('multipart/form-data; boundary=b')
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = part('file"; filename="a', 'x'.repeat(100_000))
    const long = part('feedback', '&'.repeat(70_000))
    const many = part('a', '').repeat(201)
    for (const body of [file + long, long + file, file + many.repeat(10), many.repeat(10) + file])
      await expect(read(`${body}--b--\r\n`, headers)).rejects.toThrow(TooLarge)
    await expect(read(`${file}${many}--b--\r\n`, headers)).rejects.toThrow('at most 200 fields')
    const misnamed = part('photo"; filename="a', 'x'.repeat(100_000))
    await expect(read(`${misnamed}--b--\r\n`, headers)).rejects.toMatchObject({ fields: { file: 'Choose a file.' } })
    expect(parsed).not.toHaveBeenCalled()
    const { form, bytes } = await read(`${file}${part('feedback', '-- &'.repeat(15_000))}--b--\r\n`, headers)
    expect([String(form.get('feedback')).length, bytes.length]).toEqual([60_000, 100_000])
  })
})
