const two = (number: number) => String(number).padStart(2, '0')

/** Local date as YYYY-MM-DD, some days from now. */
export const localDay = (daysFromNow = 0, now = new Date()): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
