import { type Field, fields } from '../fields/fields.ts'
import { z } from '../zod.ts'

const { max: _, ...until } = fields.text({
  label: 'Shown until',
  max: 10,
  required: false,
  help: 'The last day on which visitors see it, in the time zone of the server. Empty: no end.',
})

/** A sentence of the owner about when they are free, and the last day of it, YYYY-MM-DD. */
export const availabilityFields = {
  availability: fields.text({
    label: 'Availability',
    max: 120,
    required: false,
    help: 'On the first screen, in your card and for search engines, such as: Available from March. Empty: nothing.',
  }),
  availableUntil: {
    ...until,
    schema: until.schema.refine(
      (day) => day === '' || z.iso.date().safeParse(day).success,
      'Enter a day of the calendar as YYYY-MM-DD, such as 2027-03-31.',
    ),
  } satisfies Field<string>,
}

interface Availability {
  availability: string
  availableUntil: string
}

/** The first moment (Unix, ms) after the last day, here; infinite without one. */
export const availabilityEnd = ({ availableUntil }: Availability): number => {
  // Content that an earlier version stored has none.
  const [year = 0, month = 0, day = 0] = (availableUntil ?? '').split('-').map(Number)
  return day > 0 ? new Date(year, month - 1, day + 1).getTime() : Number.POSITIVE_INFINITY
}

/** The same settings, without an availability that is over. The day stays, so that it can be seen that it is. */
export const withCurrentAvailability = <S extends Availability>(settings: S, now: number): S =>
  settings.availability && availabilityEnd(settings) <= now ? { ...settings, availability: '' } : settings
