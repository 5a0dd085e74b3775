import { z } from 'zod'
import { mailStateSchema } from '../../model/inbox/delivery.ts'
import type { Database } from '../db/database.ts'
import { type Endpoint, endpoint, nothing } from '../endpoint/endpoint.ts'
import type { Mail } from './mail.ts'

const testAnswer = z.object({ sent: z.boolean(), answer: z.string().describe('The mail server’s answer.') })

/** State of outgoing email. */
export const mailApi = (mail: Mail, db: Database) =>
  ({
    get: endpoint({ summary: 'Reads the state of outgoing email', answer: mailStateSchema }, () => mail.describe()),
    test: endpoint(
      {
        summary: 'Sends a test email to the owner and returns the mail server’s answer',
        body: nothing,
        answer: testAnswer,
      },
      () => mail.test(),
    ),
    retry: endpoint(
      { summary: 'Queues every failed email again', body: nothing, answer: z.object({ count: z.int() }) },
      async () => {
        const count = await db.transaction((trx) => mail.outbox.sendFailedAgain(trx))
        mail.outbox.poll()
        return { count }
      },
    ),
  }) satisfies Record<string, Endpoint>
