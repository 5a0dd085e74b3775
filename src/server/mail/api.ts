import { z } from 'zod'
import { mailStateSchema } from '../../model/inbox/delivery.ts'
import type { Database } from '../db/database.ts'
import { type Endpoint, nothing, readBody } from '../endpoint/endpoint.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Mail } from './mail.ts'

// Enough to test a set-up; a broken script cannot fill a mailbox.
const testLimit = { max: 20, windowSeconds: 10 * 60 }

const testAnswer = z.object({ sent: z.boolean(), answer: z.string().describe('The mail server’s answer.') })
const countAnswer = z.object({ count: z.int() })

/** State of outgoing email. */
export const mailApi = (mail: Mail, attempts: Attempts, db: Database) =>
  ({
    get: {
      operation: { summary: 'Reads the state of outgoing email', answer: mailStateSchema },
      handle: async (context) => context.json(await mail.describe()),
    },
    test: {
      operation: {
        summary: 'Sends a test email to the owner and returns the mail server’s answer',
        body: nothing,
        answer: testAnswer,
      },
      handle: async (context) => {
        await readBody(context, nothing)
        await attempts.take('test mail', testLimit)
        return context.json(await mail.test())
      },
    },
    retry: {
      operation: { summary: 'Queues every failed email again', body: nothing, answer: countAnswer },
      handle: async (context) => {
        await readBody(context, nothing)
        const count = await db.transaction((trx) => mail.outbox.sendFailedAgain(trx))
        mail.outbox.poll()
        return context.json({ count })
      },
    },
  }) satisfies Record<string, Endpoint>
