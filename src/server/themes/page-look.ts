import type { Content } from '../../model/publishing/published-content.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { PageLook, Theme } from '../../model/themes/theme.ts'
import { tonesOf } from '../../model/themes/tones.ts'

/** Colours and display type of the published page, for what stands before it: the sign-in screen, emails. Null while nothing is published. */
export const pageLook = (content: Content | undefined, themes: readonly Theme[] = []): PageLook | null => {
  const theme = content && themeFor(content, themes)
  if (!theme) return null
  const { font, weight } = theme.tokens
  const [family = ''] = font.display.$value
  const rules = theme.faces.match(/@font-face\{[^{}]*\}/g) ?? []
  return {
    ...tonesOf(theme.palettes, content.settings),
    display: { family, weight: weight.display.$value },
    faces: rules.filter((rule) => rule.includes(`font-family:"${family}"`) && rule.includes('src:url(')).join(''),
  }
}
