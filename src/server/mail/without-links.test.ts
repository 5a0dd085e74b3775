import { expect, it } from 'vitest'
import { digestEmail, emailHtml, noticeEmail, withoutLinks } from './emails.ts'

const evil = 'sign in again at https://evil.example/login'
const message = { id: '1', user_name: evil, user_email: 'eve@mail.example', message: `${evil}\nor www.evil.example` }
const publicUrl = 'https://mira.example'

it.each([
  ['https://evil.example/login', 'https[:]//evil[.]example/login'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['http://例え.テスト', 'http[:]//例え[.]テスト'],
  ['www.evil。example or www．evil｡example', 'www[.]evil[.]example or www[.]evil[.]example'],
  ['例え。com, evil。例え', '例え[.]com, evil[.]例え'],
  ['mailto:eve@evil.example, MailTo:x, tel:+4712', 'mailto[:]eve@evil[.]example, MailTo[:]x, tel[:]+4712'],
  ['javascript:alert(1) data:text/html,x', 'javascript[:]alert(1) data[:]text/html,x'],
  ['skype:bob?call geo:48,11 https:evil', 'skype[:]bob?call geo[:]48,11 https[:]evil'],
  ['At 10:30, thanks:) 2026-11-25T10:30', 'At 10:30, thanks:) 2026-11-25T10:30'],
  ['abc\u202elive\u2069\u2028x', 'abclive x'],
  ['今日は。明日は。', '今日は。明日は。'],
  ['The hotel: fine. Metadata: none.', 'The hotel: fine. Metadata: none.'],
  ['HTTPS://EVIL.EXAMPLE', 'HTTPS[:]//EVIL[.]EXAMPLE'],
  ['We meet at 9.30. Is version 1.2 out, i.e. done?', 'We meet at 9.30. Is version 1.2 out, i.e. done?'],
])('breaks up the links in %j', (text, safe) => {
  expect(withoutLinks(text)).toBe(safe)
})

it.each([
  ['notice', noticeEmail(message, publicUrl)],
  ['digest', digestEmail([message], '2026-11-22', publicUrl)],
])('leaves only our own links in the text and the HTML of a %s', (_, { subject, text }) => {
  const html = emailHtml(text, { subject, language: 'en' })
  expect(text).toContain('sign in again at https[:]//evil[.]example/login')
  expect(`${subject} ${text} ${html}`).not.toMatch(/evil\.example/)
  const hosts = [...`${text} ${html}`.matchAll(/https?:\/\/([^/\s"<]*)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set(['mira.example']))
})
