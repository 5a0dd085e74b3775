import { connectionsInUse } from '../connections/in-use.ts'
import { checkMail } from '../mail/set-up.ts'
import { bucketCheck } from './bucket-check.ts'
import { type HealthCheck, Warning } from './health-check.ts'
import { proxyFlaw } from './proxy-flaw.ts'
import { publishingCheck } from './publishing-check.ts'
import { purgeCheck } from './purge-check.ts'

const unreadable = (what: string, where: string) =>
  `${what} cannot be read: it was saved with another AUTH_SECRET. Enter it again in ${where}, or bring the former AUTH_SECRET back.`

const connectionChecks: HealthCheck[] = [
  {
    name: 'Email',
    run: async ({ config, connections }) => {
      const stored = await connections()
      const { mail } = connectionsInUse(config, stored)
      if (mail.source === null && stored.mail) throw new Error(unreadable('The email connection', 'Settings, Mail'))
      const answer = await checkMail(mail)
      if (answer === undefined)
        throw new Warning(
          'Email is not set up: nobody is told of new messages, and forgotten passwords cannot be reset by email. Set it up in Settings, Mail.',
        )
      return answer
    },
  },
  {
    name: 'Sign in with Google',
    run: async ({ config, connections }) => {
      const stored = await connections()
      const { google } = connectionsInUse(config, stored)
      if (google) return `Set up with ${google.issuer}`
      if (stored.google) throw new Warning(unreadable('The client', 'Settings, Access'))
      return 'Not set up. It is optional.'
    },
  },
]

const oneMinuteMs = 60_000

const duration = (ms: number) => {
  const minutes = Math.round(ms / oneMinuteMs)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}

export const runningChecks: HealthCheck[] = [
  { name: 'Database', run: (view) => view.database() },
  publishingCheck,
  ...connectionChecks,
  {
    name: 'Outbox',
    run: async ({ facts, now }) => {
      const { dueAt, failed = 0 } = (await facts()) ?? {}
      const late = dueAt === undefined ? 0 : now - Date.parse(dueAt)
      if (late > 60 * oneMinuteMs)
        throw new Error(
          `An email has been waiting for ${duration(late)}. See above why, and in Contact which one it is.`,
        )
      if (failed > 0)
        throw new Warning(
          `${failed === 1 ? 'One email' : `${failed} emails`} could not be delivered. Send again in Contact.`,
        )
      return dueAt === undefined ? 'Nothing waits.' : 'What waits is on its way.'
    },
  },
  {
    name: 'Scheduled publishing',
    run: async ({ facts }) => {
      const { unpublished = 0, late = 0 } = (await facts()) ?? {}
      if (unpublished > 0)
        throw new Error(
          `${unpublished === 1 ? 'One entry' : `${unpublished} entries`} could not go live at the chosen time. The tables mark it; open it, mend the marked field, and publish it.`,
        )
      if (late > 0)
        throw new Warning(
          `${late === 1 ? 'One entry is' : `${late} entries are`} later than the chosen time. The running site does it within a minute once saving works.`,
        )
      return 'Nothing is late.'
    },
  },
  {
    name: 'History',
    run: async ({ facts }) => {
      const { changes = 0, since = '', bytes = 0 } = (await facts())?.journal ?? {}
      if (changes === 0) return 'Nothing was changed yet.'
      const size = `about ${(bytes / 1e6).toFixed(1)} MB`
      return `${changes} changes since ${since.slice(0, 10)}, ${size}. How long they are kept: Settings, History.`
    },
  },
  { name: 'Address and proxy', run: proxyFlaw },
  purgeCheck,
  bucketCheck,
  {
    name: 'Clock',
    run: async ({ facts, now }) => {
      const { changedAt } = (await facts()) ?? {}
      const ahead = changedAt === undefined ? 0 : Date.parse(changedAt) - now
      if (ahead > oneMinuteMs)
        throw new Error(
          `The newest change is ${duration(ahead)} in the future, so this clock is or was wrong. Set it by the network (systemd-timesyncd, chrony).`,
        )
      return `It is ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    },
  },
  {
    name: 'Browsers’ reports',
    run: ({ running }) => {
      const [first, ...others] = running?.cspReports ?? []
      if (!first) return 'No browser was kept from loading anything.'
      const more = others.length > 0 ? ` (and ${others.length} more kinds)` : ''
      throw new Warning(
        `On ${first.page} a browser was kept from ${first.blocked || 'something'} by ${first.directive}, ${first.count} times${more}. Did you or your proxy add something to the page?`,
      )
    },
  },
]
