import type { Calls } from '../calls.ts'
import { z } from '../zod.ts'
import { spamReasonSchema, spamRulesPatch, spamRulesSchema } from './spam-rules.ts'
import { labelSchema, messageStatuses } from './stored-message.ts'

/** Result of other rules for the newest messages. */
export const spamDryRunSchema = z.object({
  messages: z.int().describe('Number of messages in the dry run.'),
  quarantined: z.int(),
  wouldBeQuarantined: z.int(),
  notSpamQuarantined: z.int().describe('Quarantined, though labelled as not spam.'),
  notSpamWouldBeQuarantined: z.int(),
  spamPassed: z.int().describe('Let through, though labelled as spam.'),
  spamWouldPass: z.int(),
  list: z
    .array(
      z.object({
        id: z.string(),
        user_name: z.string(),
        user_email: z.string(),
        start: z.string(),
        createdAt: z.iso.datetime(),
        status: z.enum(messageStatuses),
        label: labelSchema,
        score: z.number(),
        quarantined: z.boolean(),
        wouldScore: z.number(),
        wouldBeQuarantined: z.boolean(),
        reasons: z.array(spamReasonSchema),
      }),
    )
    .describe('Messages that either rules quarantine, newest first.'),
})
export type SpamDryRun = z.infer<typeof spamDryRunSchema>
export type DryRunMessage = SpamDryRun['list'][number]

export const spamCalls = () =>
  ({
    'GET /api/messages/challenge': {
      answer: z.object({
        challenge: z.string().describe('Solve it and send it with a message as proof; see docs/decisions/014-spam.md.'),
      }),
    },
    'GET /api/spam-rules': { answer: spamRulesSchema },
    'PATCH /api/spam-rules': { body: spamRulesPatch, versioned: 'may', answer: spamRulesSchema },
    'POST /api/spam-rules/dry-runs': {
      body: z.strictObject({
        rules: spamRulesSchema,
        last: z
          .int('last must be a whole number.')
          .min(1)
          .max(1000)
          .default(200)
          .describe('Number of newest messages.'),
      }),
      answer: spamDryRunSchema,
    },
  }) satisfies Calls
