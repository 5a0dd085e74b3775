/** Earlier results with the newer ones of the same name in their places, and what is new after them. */
export const inTheirPlaces = <T>(before: readonly T[], newer: readonly T[], nameOf: (one: T) => string): T[] => {
  const found = new Map(newer.map((one) => [nameOf(one), one]))
  const known = new Set(before.map(nameOf))
  return [...before.map((one) => found.get(nameOf(one)) ?? one), ...newer.filter((one) => !known.has(nameOf(one)))]
}
