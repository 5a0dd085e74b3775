const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** Short time: the time for today, the day for this year. */
export const shortTime = (iso: string, now = new Date()): string => {
  const time = new Date(iso)
  if (time.toDateString() === now.toDateString()) return hour.format(time)
  return time.getFullYear() === now.getFullYear() ? day.format(time) : dayOfYear.format(time)
}

export const fullTime = (time: string | number): string =>
  `${dayOfYear.format(new Date(time))}, ${hour.format(new Date(time))}`

/** Time of day, as everywhere in the admin. */
export const clockTime = (time: string | number | Date): string => hour.format(new Date(time))

/** Text of the server with its times (`2026-11-22 17:42 UTC`) as they are here. */
export const withLocalTimes = (text: string): string =>
  text.replace(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g, (_, day, time) => fullTime(`${day}T${time}:00Z`))

const two = (number: number) => String(number).padStart(2, '0')

/** Value of a `datetime-local` input for this time, in the time zone of this browser. */
export const localTime = (iso: string | null): string => {
  if (iso === null) return ''
  const time = new Date(iso)
  return `${localDay(0, time)}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Local date as YYYY-MM-DD, some days from now. */
export const localDay = (daysFromNow = 0, now = new Date()): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
