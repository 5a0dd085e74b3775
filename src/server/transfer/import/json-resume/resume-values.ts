type Item = Readonly<Record<string, unknown>>

/** The text of a member; '' for none. */
export const textAt = (item: Item, member: string): string => {
  const value = item[member]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

export const listAt = (item: Item, member: string): boolean => Array.isArray(item[member])

/** The texts of a list; what is no text is left out. */
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : [])) : []

/** A date that may be partial, as JSON Resume has it: `2020`, `2020-03`, `2020-03-01`. Undefined for another text. */
export const partialDate = (value: unknown): { year: string; month: number | undefined } | undefined => {
  const [, year, month] = /^(\d{4})(?:-(\d{2})(?:-\d{2})?)?$/.exec(String(value ?? '').trim()) ?? []
  if (year === undefined) return undefined
  const number = Number(month)
  return { year, month: number >= 1 && number <= 12 ? number : undefined }
}

export const noPlaceFor = (members: readonly string[]): string =>
  `Not imported, there is no field for it: ${members.join(', ')}.`
