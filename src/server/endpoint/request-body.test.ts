import { expect, it, vi } from 'vitest'
import { readFields } from './request-body.ts'

const send = (body: string, type = 'application/json', limit = 64 * 1024) =>
  readFields(new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body }), limit)
const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":"a: \\":"`).join(', ')}}`

it('reads a JSON body of a thousand keys, whatever its texts hold', async () => {
  const text = '\\": {\\"a\\": 1}, \\\\'.repeat(1000)
  expect(Object.keys(await send(`{"text": "${text}", "data": ${keys(998)}}`))).toEqual(['text', 'data'])
})

it.each([
  ['keys', keys(1001)],
  ['keys of an object inside', `{"data": [${keys(1000)}]}`],
  ['keys of the same name', `{${'"a":1,'.repeat(1000)}"a":1}`],
])('refuses a JSON body of more than a thousand %s without making objects of them', async (_, body) => {
  const parsed = vi.spyOn(JSON, 'parse')
  await expect(send(body)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('1000') })
  expect(parsed).not.toHaveBeenCalled()
})

it('reads a list of two thousand drafts where the body may be eight times as large, and no more keys than that', async () => {
  const drafts = Array.from({ length: 2000 }, (_, version) => ({ collection: 'skills', entry: `${version}`, version }))
  const limit = 512 * 1024
  expect((await send(JSON.stringify({ drafts }), 'application/json', limit)).drafts).toHaveLength(2000)
  await expect(send(keys(8001), 'application/json', limit)).rejects.toMatchObject({ code: 'invalid' })
})

it('refuses a form of more than two hundred fields', async () => {
  const body = Array.from({ length: 201 }, (_, n) => `k${n}=1`).join('&')
  const refusal = { code: 'invalid', message: expect.stringContaining('200') }
  await expect(send(body, 'application/x-www-form-urlencoded')).rejects.toMatchObject(refusal)
})

it('refuses a multipart form of more than two hundred fields unparsed', async () => {
  const parsed = vi.spyOn(Response.prototype, 'formData')
  const parts = Array.from(
    { length: 201 },
    (_, n) => `--b\r\nContent-Disposition: form-data; name="k${n}"\r\n\r\n1\r\n`,
  )
  const sent = (count: number) => send(`${parts.slice(0, count).join('')}--b--\r\n`, 'multipart/form-data; boundary=b')
  await expect(sent(201)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('200') })
  expect(parsed).not.toHaveBeenCalled()
  expect(Object.keys(await sent(200))).toHaveLength(200)
})
