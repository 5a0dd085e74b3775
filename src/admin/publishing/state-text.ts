import type { Entry } from '../../model/content/entry.ts'
import { shortTime } from '../ui/times.ts'

type PublishingState = Pick<Entry, 'status' | 'publishedAt'> & { schedule?: Entry['schedule'] }

/** State of an entry or the settings, as visitors see it. */
export const stateText = ({ status, publishedAt }: PublishingState): string => {
  if (status === 'published') return 'Visitors see this'
  if (status === 'draft') return publishedAt === null ? 'Never published' : 'Taken off the page'
  return publishedAt === null
    ? 'Visitors see an older version'
    : `Visitors see the version of ${shortTime(publishedAt)}`
}

const dayAndTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** When it goes live and is taken off the page, in the time zone of this browser; empty without a schedule. */
export const scheduleText = ({ schedule }: PublishingState): string => {
  const { publishAt = null, takeOffAt = null, failure = null } = schedule ?? {}
  const at = (iso: string) => dayAndTime.format(new Date(iso))
  const live = publishAt && (failure ? `Could not go live on ${at(publishAt)}` : `Goes live on ${at(publishAt)}`)
  const off = takeOffAt && `${live ? 'off the page' : 'Off the page'} on ${at(takeOffAt)}`
  return [live, off].filter(Boolean).join(', ')
}
