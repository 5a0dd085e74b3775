import { z } from 'zod'
import { spamRulesPatch, spamRulesSchema } from '../../../model/inbox/spam-rules.ts'
import { messageLabels, messageStatuses } from '../../../model/inbox/stored-message.ts'
import type { AppContext } from '../../endpoint/context.ts'
import { type Endpoint, readBody, versionOf } from '../../endpoint/endpoint.ts'
import { authorOf } from '../../endpoint/identity.ts'
import { spamReason } from '../../endpoint/schemas.ts'
import type { Services } from '../../services.ts'
import type { VersionedRules } from './rules.ts'

const challenge = z.object({
  challenge: z.string().describe('To be solved and sent with a message as proof; docs/decisions/014-spam.md says how.'),
})

const dryRunBody = z.strictObject({
  rules: spamRulesSchema,
  last: z.int('last must be a whole number.').min(1).max(1000).default(200).describe('So many of the newest messages.'),
})

const dryRunAnswer = z.object({
  messages: z.int().describe('How many were tried.'),
  quarantined: z.int(),
  wouldBeQuarantined: z.int(),
  notSpamQuarantined: z.int().describe('Wanted by the owner’s word, and quarantined.'),
  notSpamWouldBeQuarantined: z.int(),
  spamPassed: z.int().describe('Spam by the owner’s word, and let through.'),
  spamWouldPass: z.int(),
  list: z.array(
    z.object({
      id: z.string(),
      user_name: z.string(),
      user_email: z.string(),
      start: z.string(),
      createdAt: z.iso.datetime(),
      status: z.enum(messageStatuses),
      verdict: z.enum(messageLabels).nullable(),
      score: z.number(),
      quarantined: z.boolean(),
      wouldScore: z.number(),
      wouldBeQuarantined: z.boolean(),
      reasons: z.array(spamReason),
    }),
  ),
})

/** Proof of work for visitors; spam rules and their dry run for the owner. */
export const spamApi = ({ spam }: Services) => {
  const sent = (context: AppContext, { rules, version }: VersionedRules) =>
    context.json(rules, 200, { ETag: `"${version}"` })
  return {
    challenge: {
      operation: {
        summary: 'Gives a challenge for the contact form to solve; good for two hours and one message',
        answer: challenge,
      },
      handle: async (context) => context.json({ challenge: await spam.proofs.challenge() }),
    },
    rules: {
      operation: { summary: 'Reads what each signal of spam counts for', answer: spamRulesSchema },
      handle: async (context) => sent(context, await spam.rules.get()),
    },
    update: {
      operation: {
        summary: 'Changes what signals of spam count for; undone in the history',
        body: spamRulesPatch,
        versioned: 'may',
        answer: spamRulesSchema,
      },
      handle: async (context) => {
        const patch = await readBody(context, spamRulesPatch)
        return sent(context, await spam.rules.update(patch, { ...authorOf(context), version: versionOf(context) }))
      },
    },
    trial: {
      operation: {
        summary: 'Says what other rules would have done with the newest messages; changes nothing',
        body: dryRunBody,
        answer: dryRunAnswer,
      },
      handle: async (context) => {
        const { rules, last } = await readBody(context, dryRunBody)
        return context.json(await spam.dryRun(rules, last))
      },
    },
  } satisfies Record<string, Endpoint>
}
