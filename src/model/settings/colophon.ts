import { type Field, fields } from '../fields/fields.ts'
import { isTimeZone } from '../text-rules.ts'

const zone = fields.text({
  label: 'Time zone',
  max: 60,
  required: false,
  help: 'Of the place where you are, for the time in the colophon. Empty: no time.',
})

/** The last lines of the page about itself. */
export const colophonFields = {
  colophon: fields.flag({
    label: 'Colophon',
    help: 'In the footer: the typefaces, the day of the last publish, your location, and the time there.',
  }),
  timeZone: {
    ...zone,
    schema: zone.schema.refine(
      (name) => name === '' || isTimeZone(name),
      'Time zone must be the name of one, such as Europe/Lisbon.',
    ),
  } satisfies Field<string>,
}
