const two = (number: number) => String(number).padStart(2, '0')

/** Value of a `datetime-local` input for this time, in the time zone of this browser. */
export const localTime = (iso: string | null): string => {
  if (iso === null) return ''
  const time = new Date(iso)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

interface ChosenTime {
  iso: string
  /** Note when the clocks change at that time. */
  note: string | undefined
}

const anHour = 3_600_000

/** Reads the value of a `datetime-local` input; undefined for an empty or incomplete one. */
export const chosenTime = (value: string): ChosenTime | undefined => {
  const time = new Date(value)
  if (value === '' || Number.isNaN(time.getTime())) return undefined
  const again = localTime(new Date(time.getTime() + anHour).toISOString()) === value.slice(0, 16)
  const note =
    localTime(time.toISOString()) !== value.slice(0, 16)
      ? 'Clocks go forward then, and this hour is left out. The next one is meant.'
      : again
        ? 'Clocks go back then, and this hour comes twice. The first one is meant.'
        : undefined
  return { iso: time.toISOString(), note }
}

const exact = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A time with its day and its zone, which differs in summer. */
export const exactTime = (iso: string): string => exact.format(new Date(iso))

/** Name of the time zone of this browser, such as Europe/Lisbon. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
