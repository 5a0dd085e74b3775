import { expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { builtInThemes } from '../../../tests/support/themes.ts'
import { pageLook } from './themes.ts'

const content = (settings: object) => {
  const example = exampleContent()
  return { ...example, settings: { ...example.settings, ...settings } }
}

it('what stands before the page has its colours and the fonts of its titles, and nothing of other fonts', () => {
  const look = pageLook(
    content({ theme: 'literary', typefaces: ['literary/playfair'], accent: '#1b4dd1' }),
    builtInThemes,
  )
  expect(look).toMatchObject({ display: { family: 'Playfair', weight: 320 }, light: { field: '#1b4dd1' } })
  expect(look?.faces.match(/font-family:"[^"]+"/g)).toEqual(['font-family:"Playfair"', 'font-family:"Playfair"'])
})

it('nothing is known of a page that is not published, or has no theme', () => {
  expect([pageLook(undefined, builtInThemes), pageLook(content({}), [])]).toEqual([null, null])
})
