import { fields } from '../fields/fields.ts'

/** The choices for keeping the history, in years; 0 for ever. */
const historyYears = [0, 1, 2, 5] as const

const hours = Array.from({ length: 24 }, (_, hour) => hour) as [number, ...number[]]

/** Settings for the owner only, which never reach the published content. */
export const privateFields = {
  notices: fields.select({
    label: 'Notifications',
    private: true,
    options: ['each', 'daily'],
    labels: ['One per message', 'Daily digest'],
    help: 'About messages. None are sent for spam.',
  }),
  digestHour: fields.select({
    label: 'Time of the digest',
    private: true,
    options: hours,
    labels: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
    help: 'Time zone of the server. Nothing is sent on days without messages.',
  }),
  acknowledge: fields.flag({
    label: 'Send visitors a confirmation',
    private: true,
    help: 'Sends the text below by email, at most once a day per email address, never for spam.',
  }),
  acknowledgement: fields.textarea({ label: 'Confirmation', private: true, max: 1000 }),
  snippets: fields.items({
    label: 'Snippets',
    private: true,
    one: 'Snippet',
    max: 40,
    help: 'Offered when you reply in Contact. {first_name} and {name} stand for the sender, {site} for your name. Visitors never see the list.',
    fields: {
      title: fields.text({ label: 'Title', max: 60 }),
      text: fields.textarea({ label: 'Text', max: 4000, help: 'Hello {first_name}, …' }),
    },
  }),
  historyYears: fields.select({
    label: 'Keep the history',
    private: true,
    options: historyYears,
    labels: ['Forever', '1 year', '2 years', '5 years'],
    help: 'Older changes are deleted permanently and can no longer be undone. Your content stays. Health shows the size of the history.',
  }),
}
