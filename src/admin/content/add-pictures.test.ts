import { expect, it } from 'vitest'
import { titleOfFile } from './add-pictures.ts'

it.each([
  ['harbour-lights_02.jpg', 'Harbour lights 02'],
  ['IMG_2031.JPG', 'IMG 2031'],
  ['  élan -- final.v2.png', 'Élan final v2'],
  ['e\u0301tude.webp', 'Étude'],
  ['.jpg', 'Untitled'],
  ['港の灯.jpg', '港の灯'],
])('a file called %s makes a draft called %s', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})

it('a long name is cut to what a title takes', () => {
  expect([...titleOfFile(`${'harbour '.repeat(40)}.jpg`)].length).toBeLessThanOrEqual(80)
})

it('a long name is cut between characters, never within one', () => {
  expect(titleOfFile(`ab${'😀'.repeat(80)}.jpg`)).toBe(`Ab${'😀'.repeat(69)}`)
})
