const two = (number: number) => String(number).padStart(2, '0')

/** The day as it is here, so many days from now: YYYY-MM-DD. */
export const localDay = (daysFromNow = 0, now = new Date()): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
