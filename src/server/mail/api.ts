import { inboxCalls } from '../../model/inbox/stored-message.ts'
import type { Database } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import type { Mail } from './mail.ts'

/** State of outgoing email. */
export const mailApi = (mail: Mail, db: Database) =>
  endpoints(inboxCalls(), {
    'GET /api/mail': ['Reads the state of outgoing email', () => mail.describe()],
    'POST /api/mail/tests': ['Sends a test email to the owner and returns the mail server’s answer', () => mail.test()],
    'POST /api/mail/retries': [
      'Queues every failed email again',
      async () => {
        const count = await db.transaction((trx) => mail.outbox.sendFailedAgain(trx))
        mail.outbox.poll()
        return { count }
      },
    ],
  })
