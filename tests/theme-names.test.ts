import { expect, it } from 'vitest'
import { emptySettings, publicSettings } from '../src/model/settings/settings.ts'
import { packThemes } from '../src/server/themes/pack.ts'
import { themeCss } from '../src/site/themes/dress.ts'

const themes = (await packThemes('src/site/themes')).map(({ theme }) => theme)
const theme = themes.find(({ id }) => id === 'poster')
if (!theme) throw new Error('There is no theme with advances.')
const { tones } = theme
const settings = publicSettings(emptySettings)

/** A width that the style sheet gets for this name. */
const given = (name: string, width: string) =>
  Number(new RegExp(`--name-${width}:([0-9.]+)`).exec(themeCss(theme, tones, { ...settings, name }))?.[1])

it('a theme with advances knows how wide each word of a name is, whatever marks its letters have', () => {
  expect(given('Noëmi Jäggi', 'first')).toBeCloseTo(3.03, 2)
  expect(given('Noëmi Jäggi', 'last')).toBe(given('Noemi Jaggi', 'last'))
})

it('a name of 80 letters takes at most four lines, of which none is wider than the width given for them', () => {
  const name = 'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Ruiz'
  expect(given(name, 'lines')).toBe(4)
  const letters = given(name.replaceAll(' ', ''), 'line')
  expect(given(name, 'line')).toBeGreaterThan(letters / 4)
  expect(given(name, 'line')).toBeLessThan(letters / 2)
})

it.each([
  ['literary', 'ja', '"Hiragino Mincho ProN","Yu Mincho"'],
  ['gallery', 'ja', '"Hiragino Sans","Yu Gothic UI"'],
  ['literary', 'ar', '"Noto Naskh Arabic"'],
  ['gallery', 'ar', '"SF Arabic"'],
] as const)(
  'a theme has system fonts of its kind for a script of which it has no letters: %s, %s',
  (id, language, fonts) => {
    const one = themes.find((theme) => theme.id === id)
    if (!one) throw new Error(`There is no theme ${id}.`)
    const stack = /--text:([^;]*)/.exec(themeCss(one, one.tones, { ...settings, language }))?.[1]
    expect(stack).toContain(fonts)
  },
)
