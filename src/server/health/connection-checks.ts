import { connectionsInUse } from '../connections/in-use.ts'
import { checkMail } from '../inbox/mail/set-up.ts'
import { type HealthCheck, Warning } from './health-check.ts'

const unreadable = (what: string, where: string) =>
  `${what} cannot be read: it was saved with another AUTH_SECRET. Enter it again in ${where}, or bring the former AUTH_SECRET back.`

export const connectionChecks: HealthCheck[] = [
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
