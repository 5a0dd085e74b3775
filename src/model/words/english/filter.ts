/** Announcements of the portfolio's filter to screen readers. */
export const englishFilter = {
  shown: { one: '{n} project shown', other: '{n} projects shown' },
} as const
