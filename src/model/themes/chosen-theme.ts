// Without the schemas of a theme, which the preview does without.
import type { Theme } from './theme.ts'

/** The theme of a site that has chosen none, and of one whose theme is missing or fails. */
export const plainTheme = 'editorial'

/** The theme with this id, else the plain one; undefined where there are none. */
export const themeOf = (themes: readonly Theme[] = [], id = ''): Theme | undefined =>
  themes.find((theme) => theme.id === id) ?? themes.find((theme) => theme.id === plainTheme)

/** The theme of the page: the one of the store that its content carries, else a built-in one. */
export const themeFor = (
  { theme, settings }: { theme?: Theme; settings: { theme: string } },
  themes: readonly Theme[] = [],
): Theme | undefined => (theme && theme.id === settings.theme ? theme : themeOf(themes, settings.theme))
