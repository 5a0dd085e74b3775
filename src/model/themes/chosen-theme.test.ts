import { expect, it } from 'vitest'
import { builtInThemes } from '../../../tests/support/themes.ts'
import { mostTypefaces, pairOf, themeFor, withPair } from './chosen-theme.ts'

const [editorial, literary] = ['editorial', 'literary'].map((id) => builtInThemes.find((theme) => theme.id === id))
if (!editorial || !literary) throw new Error('A theme is missing.')
const chosen = (theme: string, typefaces: string[] = []) => themeFor({ settings: { theme, typefaces } }, builtInThemes)

it('a theme in its first pair is the theme itself, and so it is in one that it does not have', () => {
  expect(chosen('editorial')).toBe(editorial)
  expect(chosen('editorial', ['editorial/bricolage'])).toBe(editorial)
  expect(chosen('editorial', ['editorial/alegreya', 'literary/alegreya'])).toBe(editorial)
})

it('another pair has its own fonts and sizes, and all else of the theme', () => {
  const theme = chosen('literary', ['literary/alegreya'])
  expect(theme?.tokens.font.display.$value).toEqual(['Alegreya'])
  expect(theme?.tokens.size.text.$value.value).toBeCloseTo(1.32)
  expect(theme?.tokens.size.text.$extensions?.vitrine.least).toBeCloseTo(1.14)
  expect(theme?.faces).not.toContain('Cormorant')
  expect(theme?.preload).toHaveLength(1)
  expect({ ...theme, tokens: 0, faces: 0, preload: 0 }).toEqual({ ...literary, tokens: 0, faces: 0, preload: 0 })
})

it('the choice of a pair keeps those for other themes, and the first pair is no choice', () => {
  const first = withPair([], editorial, 'franklin')
  const both = withPair(first, literary, 'alegreya')
  expect(both).toEqual(['editorial/franklin', 'literary/alegreya'])
  expect(pairOf(editorial, both)?.id).toBe('franklin')
  expect(withPair(both, editorial, 'instrument')).toEqual(['literary/alegreya', 'editorial/instrument'])
  expect(withPair(both, editorial, 'bricolage')).toEqual(['literary/alegreya'])
  const many = Array.from({ length: mostTypefaces }, (_, at) => `theme-${at}/a`)
  expect(withPair(many, editorial, 'franklin')).toHaveLength(mostTypefaces)
})
