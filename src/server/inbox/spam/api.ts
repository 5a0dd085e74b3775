import { z } from 'zod'
import { spamDryRunSchema } from '../../../model/inbox/spam-dry-run.ts'
import { spamRulesPatch, spamRulesSchema } from '../../../model/inbox/spam-rules.ts'
import type { AppContext } from '../../endpoint/context.ts'
import { type Endpoint, readBody, versionOf } from '../../endpoint/endpoint.ts'
import { authorOf } from '../../endpoint/identity.ts'
import type { createSpamFilter } from './spam-filter.ts'
import type { VersionedRules } from './spam-rules.ts'

const challenge = z.object({
  challenge: z.string().describe('Solve it and send it with a message as proof; see docs/decisions/014-spam.md.'),
})

const dryRunBody = z.strictObject({
  rules: spamRulesSchema,
  last: z.int('last must be a whole number.').min(1).max(1000).default(200).describe('Number of newest messages.'),
})

/** Proof of work for visitors; spam rules and their dry run for the owner. */
export const spamApi = (spam: ReturnType<typeof createSpamFilter>) => {
  const withVersion = (context: AppContext, { rules, version }: VersionedRules) =>
    context.json(rules, 200, { ETag: `"${version}"` })
  return {
    challenge: {
      operation: {
        summary: 'Gives the contact form a challenge, valid for two hours and one message',
        answer: challenge,
      },
      handle: async (context) => context.json({ challenge: await spam.proofs.challenge() }),
    },
    rules: {
      operation: { summary: 'Reads the points of each signal of spam', answer: spamRulesSchema },
      handle: async (context) => withVersion(context, await spam.rules()),
    },
    update: {
      operation: {
        summary: 'Changes the points of signals of spam; undone in the history',
        body: spamRulesPatch,
        versioned: 'may',
        answer: spamRulesSchema,
      },
      handle: async (context) => {
        const patch = await readBody(context, spamRulesPatch)
        return withVersion(
          context,
          await spam.updateRules(patch, { ...authorOf(context), version: versionOf(context) }),
        )
      },
    },
    dryRun: {
      operation: {
        summary: 'Applies other rules to the newest messages; changes nothing',
        body: dryRunBody,
        answer: spamDryRunSchema,
      },
      handle: async (context) => {
        const { rules, last } = await readBody(context, dryRunBody)
        return context.json(await spam.dryRun(rules, last))
      },
    },
  } satisfies Record<string, Endpoint>
}
