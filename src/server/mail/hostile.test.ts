import { afterAll, beforeAll, expect, it } from 'vitest'
import { databases, type TestStore } from '../../../tests/support/databases.ts'
import { mailParts } from '../../../tests/support/mail-parts.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { readLetter } from '../../../tests/support/sample-email.ts'
import { startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import { createLog } from '../process/log.ts'
import { createSettings } from '../settings/settings-store.ts'
import { createMail } from './mail.ts'

const random = seededRandom(20260504)

const breaks = ['\r\n', '\n', '\r', '\r\n ', '\u2028', '\u0085', '\u000b', '\u0000', '%0d%0a', '\\r\\n', '=0D=0A']
const headers = ['Bcc: x@evil.example', 'To: x@evil.example', 'Subject: Win', 'Content-Type: text/html', 'X-Evil: 1']
const shapes = [
  '<x@evil.example>',
  '"Ada" <x@evil.example>, <y@evil.example>',
  'a@evil.example, b@evil.example; c@evil.example',
  '=?utf-8?q?Ada=0D=0ABcc:_x@evil.example?=',
  '=?utf-8?b?DQpCY2M6IHhAZXZpbC5leGFtcGxl?=',
  '(comment <x@evil.example>)',
  'Ada";\r\n Bcc: x@evil.example',
  'group: x@evil.example, y@evil.example;',
  '\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<y@evil.example>\r\nDATA\r\n',
  '\r\n\r\n--edge\r\nContent-Type: text/html\r\n\r\n<script>',
  '\u202ebcc\u202c',
  '😀'.repeat(30),
  'x'.repeat(2000),
  '\'"`\\,;:<>()[]@',
]

const piece = (): string =>
  random.pick([
    () => 'Ada',
    () => random.pick(breaks) + random.pick(headers),
    () => random.pick(shapes),
    () => random.pick(breaks).repeat(1 + random.below(3)),
    () => String.fromCodePoint(1 + random.below(0xd7fe)),
    () => random.pick(headers),
  ])()
const hostile = () => Array.from({ length: 1 + random.below(5) }, piece).join('')

let store: TestStore
let smtp: TestSmtp
beforeAll(async () => {
  store = await (databases[0] as (typeof databases)[number]).create()
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await store.remove()
})

// Past the form's own checks, as if they were not there.
it('gives each of 1,000 hostile inputs one recipient and no header of its own', async () => {
  const { database } = store
  const mail = createMail({
    ...mailParts({
      smtp: { url: smtp.url, from: 'post@mira.example' },
      emailjs: undefined,
      mailTo: 'mira@mira.example',
      publicUrl: 'https://mira.example',
    }),
    database,
    settings: createSettings(database),
    log: createLog({ level: 'error', terminal: false }),
  })
  const inputs = Array.from({ length: 1000 }, (_, n) => ({
    id: `m${n}`,
    user_name: hostile(),
    user_email: `v${n}@example.com`,
    message: hostile(),
  }))
  await database.transaction(async (trx) => {
    for (const input of inputs) {
      const rest = { status: 'new', spam_reasons: '[]', created_at: '', updated_at: '' }
      await trx
        .insertInto('messages')
        .values({ ...input, ...rest })
        .execute()
      await mail.announce(trx, input)
    }
  })
  mail.outbox.start()
  await mail.outbox.settled()
  await mail.outbox.stop(0)

  expect(smtp.received).toHaveLength(1000)
  const expected = [
    ...['From', 'To', 'Reply-To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Auto-Submitted', 'Content-Type'],
  ].sort()
  const found = smtp.received.map(({ raw, to }) => {
    const { names, headers: read, html } = readLetter(raw)
    return { to, names: names.sort(), header: read.to, replyTo: read['reply-to'] ?? '', html }
  })
  const wrong = found.filter(
    ({ to, names, header, html }) =>
      to.join() !== 'mira@mira.example' ||
      names.join() !== expected.join() ||
      header !== 'Your name <mira@mira.example>' ||
      html.includes('<script'),
  )
  expect(wrong.slice(0, 3)).toEqual([])
  // One mailbox, the visitor's: what stands before it is a quoted name or an encoded word.
  const strange = smtp.received.filter(({ raw }) => {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    const replyTo = /^Reply-To: (.*)$/m.exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? ''
    const atom = "[\\w!#$%&'*+/=?^`{|}~.-]"
    const quoted = '"(?:[^"\\\\]|\\\\.)*"'
    const name = new RegExp(`^(?:${atom}|${quoted}| )*<?v\\d+@example\\.com>?$`)
    return !name.test(replyTo) || head.split('\r\n').some((line) => line.length > 998)
  })
  expect(strange.slice(0, 3).map(({ raw }) => raw.slice(0, 600))).toEqual([])
})
