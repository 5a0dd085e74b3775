import { expect, it } from 'vitest'
import { linked } from './message.tsx'

it.each([
  ['See https://a.example/x?y=1.', ['See ', 'https://a.example/x?y=1', '.']],
  ['(http://a.example)', ['(', 'http://a.example', ')']],
  ['https://a.example,https://b.example', ['https://a.example,https://b.example']],
  ['javascript:alert(1) and www.a.example', ['javascript:alert(1) and www.a.example']],
  ['https:// nothing', ['https:// nothing']],
  ['', []],
])('tells the addresses in %j apart, and keeps every letter', (text, parts) => {
  const found = linked(text)
  expect(found.map((part) => part.text)).toEqual(parts)
  for (const { href, text: shown } of found) if (href) expect(href).toBe(shown)
})
