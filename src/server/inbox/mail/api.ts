import { z } from 'zod'
import { type Endpoint, nothing, readBody } from '../../endpoint/endpoint.ts'
import { mailAnswer } from '../../endpoint/schemas.ts'
import type { Services } from '../../services.ts'

// Enough to test a set-up; a broken script cannot fill a mailbox.
const tests = { max: 20, windowSeconds: 10 * 60 }

const testAnswer = z.object({ sent: z.boolean(), answer: z.string().describe('The mail server’s answer.') })
const countAnswer = z.object({ count: z.int() })

/** State of outgoing email. */
export const mailApi = ({ mail, attempts, db }: Pick<Services, 'mail' | 'attempts' | 'db'>) =>
  ({
    get: {
      operation: { summary: 'Reads the state of outgoing email', answer: mailAnswer },
      handle: async (context) => context.json(await mail.describe()),
    },
    test: {
      operation: {
        summary: 'Sends a test e-mail to the owner and answers what the mail server said',
        body: nothing,
        answer: testAnswer,
      },
      handle: async (context) => {
        await readBody(context, nothing)
        await attempts.take('test mail', tests)
        return context.json(await mail.test())
      },
    },
    retry: {
      operation: { summary: 'Queues every failed email again', body: nothing, answer: countAnswer },
      handle: async (context) => {
        await readBody(context, nothing)
        const count = await db.transaction((trx) => mail.outbox.sendFailedAgain(trx))
        mail.outbox.wake()
        return context.json({ count })
      },
    },
  }) satisfies Record<string, Endpoint>
