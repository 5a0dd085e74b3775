/**
 * The one place where the admin writes dates: in the order, the words and the hours of the browser's language, whatever the site's is, since
 * a foreign order of day and month is misread. Numbers within sentences are written as the sentences are, in English.
 */
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayAndHour = new Intl.DateTimeFormat(undefined, {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
})
const weekday = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const exact = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
})

/** Short time: the time for today, the day for this year. */
export const shortTime = (iso: string, now = new Date()): string => {
  const time = new Date(iso)
  if (time.toDateString() === now.toDateString()) return hour.format(time)
  return time.getFullYear() === now.getFullYear() ? day.format(time) : dayOfYear.format(time)
}

/** A day (YYYY-MM-DD), with its year or without. */
export const dayName = (date: string, withYear = false): string =>
  (withYear ? dayOfYear : day).format(new Date(`${date}T12:00`))

export const fullTime = (time: string | number): string =>
  `${dayOfYear.format(new Date(time))}, ${hour.format(new Date(time))}`

/** Day and time of something that is planned, with the year unless it is this one. */
export const dayTime = (iso: string, now = new Date()): string =>
  new Date(iso).getFullYear() === now.getFullYear() ? dayAndHour.format(new Date(iso)) : fullTime(iso)

/** The whole day, with its weekday. */
export const wholeDay = (iso: string): string => weekday.format(new Date(iso))

/** A time with its day and its zone, which differs in summer. */
export const exactTime = (iso: string): string => exact.format(new Date(iso))

/** Name of the time zone of this browser, such as Europe/Lisbon. */
export const timeZone = (): string => exact.resolvedOptions().timeZone

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
