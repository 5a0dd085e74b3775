import { expect, it } from 'vitest'
import { isShortened } from './shortened.ts'

const whole = 'She listened first. Then she drew, and drew again. We would hire her any day.'

it.each([
  ['nothing was cut', whole],
  ['the end was cut', 'She listened first. […]'],
  ['the start was cut', '[…] We would hire her any day.'],
  ['the middle was cut', 'She listened first. […] We would […] day.'],
  ['what is said twice is said once', 'She […] drew again. […]'],
])('is shortened where %s', (_, part) => {
  expect(isShortened(whole, part)).toBe(true)
})

it.each([
  ['a cut is not marked', 'She listened first.'],
  ['a word was added', `${whole} Truly.`],
  ['a word is another', 'She listened last. […]'],
  ['the order is another', '[…] We would hire her any day. […] She listened first. […]'],
  ['a word was cut in two', 'She listened first. […] re her any day.'],
  ['a mark hides that the start stays', '[…] She was asleep'],
  ['nothing is left', '[…]'],
])('is not shortened where %s', (_, part) => {
  expect(isShortened(whole, part)).toBe(false)
})

it('cuts between characters where words are written without spaces', () => {
  expect(isShortened('とても丁寧な仕事でした。またお願いします。', '丁寧な仕事でした。[…]')).toBe(false)
  expect(isShortened('とても丁寧な仕事でした。またお願いします。', '[…]丁寧な仕事でした。[…]')).toBe(true)
})
