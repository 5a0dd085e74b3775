import { expect, it } from 'vitest'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { csvOf, jsonOf } from './api.ts'

const message = (part: Partial<InboxMessage>): InboxMessage => ({
  ...{ id: '1', user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello', status: 'new' as const },
  ...{
    answers: [],
    spamReasons: [],
    spamScore: 0,
    label: null,
    note: '',
    followUp: null,
    version: 1,
    createdAt: '2026-05-01T10:00:00.000Z',
  },
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

it('is RFC 4180 with a byte order mark: every cell in quotes, quotes doubled, CR LF after each row', async () => {
  const text = await whole(csvOf(pages(message({ message: 'Say "hi",\nplease' }), message({ id: '2' }))))
  expect(text.startsWith('\uFEFF"id","received","name","email","message",')).toBe(true)
  expect(text).toContain('"1","2026-05-01T10:00:00.000Z","Ada","ada@example.com","Say ""hi"",\nplease","new",')
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(4)
})

it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＠x'])('does not let %j be a formula', async (text) => {
  const row =
    (
      await whole(
        csvOf(
          pages(
            message({ message: text, user_name: text, note: text, answers: [{ question: 'When?', answer: text }] }),
          ),
        ),
      )
    ).split('\r\n')[1] ?? ''
  expect(row.split(`'${text}`)).toHaveLength(4)
})

it.each([
  ['hello;=HYPERLINK(A1)', "hello;'=HYPERLINK(A1)"],
  ['hello,=1+1', "hello,'=1+1"],
  ['hello\t@x', "hello\t'@x"],
  ['hello\n=1+1', "hello\n'=1+1"],
  ['hello; "=1+1"', `hello;' ""=1+1""`],
  [' =1+1', "' =1+1"],
  ['a=b, 5-3; x+y', 'a=b, 5-3; x+y'],
])('lets no formula begin in %j under any separator', async (text, safe) => {
  expect(await whole(csvOf(pages(message({ message: text }))))).toContain(`,"${safe}",`)
})

it('guards a message of nothing but separators in linear time', async () => {
  const count = 200_000
  for (const text of ['\n'.repeat(count), '; '.repeat(count), ' '.repeat(count), `;${'"'.repeat(count)}`])
    expect((await whole(csvOf(pages(message({ message: text }))))).length).toBeGreaterThan(count)
})

it('is JSON that holds each message whole, also when there is none', async () => {
  const given = [message({ message: '=1+1\n"' }), message({ id: '2' })]
  expect(JSON.parse(await whole(jsonOf(pages(...given))))).toEqual({ messages: given })
  expect(JSON.parse(await whole(jsonOf(pages())))).toEqual({ messages: [] })
})
