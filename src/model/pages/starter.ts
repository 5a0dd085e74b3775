import { z } from '../zod.ts'

export const starterLanguages = { en: 'English', de: 'German' } as const
export type StarterLanguage = keyof typeof starterLanguages

/** Pages that begin with a text about the site as it is set up, each at an address that fits its language. */
export const starters = {
  imprint: { en: { title: 'Imprint', slug: 'imprint' }, de: { title: 'Impressum', slug: 'impressum' } },
  privacy: { en: { title: 'Privacy', slug: 'privacy' }, de: { title: 'Datenschutz', slug: 'datenschutz' } },
  accessibility: {
    en: { title: 'Accessibility', slug: 'accessibility' },
    de: { title: 'Barrierefreiheit', slug: 'barrierefreiheit' },
  },
} as const satisfies Record<string, Record<StarterLanguage, { title: string; slug: string }>>
export type StarterName = keyof typeof starters

export const starterNames = Object.keys(starters) as [StarterName, ...StarterName[]]
export const languageCodes = Object.keys(starterLanguages) as [StarterLanguage, ...StarterLanguage[]]

/** The language of a starter for a site in this one. */
export const starterLanguage = (language: string): StarterLanguage =>
  languageCodes.find((code) => language === code || language.startsWith(`${code}-`)) ?? 'en'

export const newFromStarterSchema = z.strictObject({
  starter: z.enum(starterNames, 'There is no such starter.'),
  language: z.enum(languageCodes, 'Starters are in English and German.').optional(),
})
export type NewFromStarter = z.infer<typeof newFromStarterSchema>
