const [usual, most] = [50, 200]

/** Number of rows on a page of a list: the requested one, within bounds. */
export const pageSize = (asked: number | undefined): number =>
  asked !== undefined && Number.isInteger(asked) ? Math.min(Math.max(asked, 1), most) : usual

/** A page of `size` from rows that were read with a limit of one more, and the cursor of the next page or null. */
export const pageOf = <T>(rows: T[], size: number, cursorOf: (row: T) => string) => {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? cursorOf(last) : null }
}
