import { expect, it } from 'vitest'
import type { InboxMessage } from '../../model/stored-message.ts'
import { csvOf, jsonOf } from './message-file.ts'

const message = (part: Partial<InboxMessage>): InboxMessage => ({
  ...{ id: '1', user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello', status: 'new', spamReasons: [] },
  ...{ spamScore: 0, verdict: null, note: '', followUp: null, version: 1, createdAt: '2026-05-01T10:00:00.000Z' },
  ...{ updatedAt: '2026-05-01T10:00:00.000Z', deletedAt: null, deliveries: [], replies: [] },
  ...part,
})

async function* pages(...messages: InboxMessage[]) {
  for (const one of messages) yield [one]
}
const whole = async (pieces: AsyncIterable<string>) => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

it('is RFC 4180 with a byte order mark: quotes doubled, lines within quotes, CR LF after each row', async () => {
  const text = await whole(csvOf(pages(message({ message: 'Say "hi",\nplease' }), message({ id: '2' }))))
  expect(text.startsWith('\uFEFFid,received,name,email,message,')).toBe(true)
  expect(text).toContain('1,2026-05-01T10:00:00.000Z,Ada,ada@example.com,"Say ""hi"",\nplease",new,')
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(4)
})

it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＠x'])('does not let %j be a formula', async (text) => {
  const row =
    (await whole(csvOf(pages(message({ message: text, user_name: text, note: text }))))).split('\r\n')[1] ?? ''
  expect(row.split(`'${text}`)).toHaveLength(4)
})

it('is JSON that holds each message whole, also when there is none', async () => {
  const given = [message({ message: '=1+1\n"' }), message({ id: '2' })]
  expect(JSON.parse(await whole(jsonOf(pages(...given))))).toEqual({ messages: given })
  expect(JSON.parse(await whole(jsonOf(pages())))).toEqual({ messages: [] })
})
