import { expect, test } from 'vitest'
import { around, lined, linked } from './markdown-input.tsx'

test('makes a word bold, and plain again', () => {
  const bold = around({ text: 'a good word', start: 2, end: 6 }, '**')
  expect(bold).toEqual({ text: 'a **good** word', start: 4, end: 8 })
  expect(around(bold, '**')).toEqual({ text: 'a good word', start: 2, end: 6 })
})

test('turns a word into a link and selects its URL', () => {
  const { text, start, end } = linked({ text: 'see here', start: 4, end: 8 })
  expect(text).toBe('see [here](https://)')
  expect(text.slice(start, end)).toBe('https://')
})

test('turns the selected lines into a list, and back', () => {
  const list = lined({ text: 'one\ntwo\nthree', start: 1, end: 5 }, '- ')
  expect(list.text).toBe('- one\n- two\nthree')
  expect(lined(list, '- ').text).toBe('one\ntwo\nthree')
})
