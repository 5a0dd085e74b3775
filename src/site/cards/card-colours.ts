import type { PublicSettings } from '../../model/settings/settings.ts'
import { themeColors } from '../page/head.ts'

export interface CardColours {
  paper: string
  ink: string
  muted: string
  line: string
  accent: string
}

// The colours of `styles/tokens.css` as sRGB; a test compares them.
const colours: Record<'light' | 'dark', Omit<CardColours, 'accent'>> = {
  light: { paper: themeColors.light, ink: '#1b1612', muted: '#615b55', line: '#d6d2cb' },
  dark: { paper: themeColors.dark, ink: '#efece7', muted: '#a6a29c', line: '#373330' },
}
const accents: Record<PublicSettings['accent'], Record<'light' | 'dark', string>> = {
  vermilion: { light: '#d0290a', dark: '#fb6c3e' },
  cobalt: { light: '#1b4dd1', dark: '#7aa8fe' },
  moss: { light: '#316c2b', dark: '#85c76d' },
  plum: { light: '#96266f', dark: '#ea86c1' },
  graphite: { light: '#3c4046', dark: '#c7cbd0' },
}

/** The colours of a card: those of the page. Where the visitor's system decides about light and dark, a card is light. */
export const cardColours = ({ accent, appearance }: Pick<PublicSettings, 'accent' | 'appearance'>): CardColours => {
  const mode = appearance === 'dark' ? 'dark' : 'light'
  return { ...colours[mode], accent: accents[accent][mode] }
}
