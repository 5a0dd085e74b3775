import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it.each([
  ['Short enough.', 40, 'Short enough.'],
  ['Websites for people with something to run. Lisbon, from Tromsø.', 45, 'Websites for people with something to run.'],
  ['Websites for people with something to run. Lisbon, from Tromsø.', 43, 'Websites for people with something to run.'],
  ['Websites for people with something to run. Lisbon, from Tromsø.', 42, 'Websites for people with something to…'],
  ['“Is it ready?” they asked, and it was.', 18, '“Is it ready?”'],
  ['Bread, butter, cheese and wine', 16, 'Bread, butter…'],
  ['一二三四五六七八九十', 6, '一二三四五…'],
  ['👩‍💻'.repeat(4), 5, '👩‍💻👩…'],
])('cuts %j to %i characters: %j', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected)
  expect([...cutText(text, most)].length).toBeLessThanOrEqual(most)
})
