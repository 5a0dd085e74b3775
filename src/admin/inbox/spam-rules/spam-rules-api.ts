import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Field, fields } from '../../../model/fields/fields.ts'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { type SpamRules, spamRuleBounds, spamRulesSchema } from '../../../model/inbox/spam-rules.ts'
import { spamSignalNames, spamSignals } from '../../../model/inbox/spam-signals.ts'
import { type Answer, request, requestVersioned } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Data, Stored } from '../../form/autosave/autosave.ts'
import type { FormSource } from '../../form/autosave/send-call.ts'

type VersionedRules = SpamRules & { version: number }

const path = '/api/spam-rules'
const key = ['spam-rules'] as const

const versioned = ({ data, version = 0 }: Answer<SpamRules>): VersionedRules => ({ ...data, version })

export const forgetSpamRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

export const useSpamRules = () =>
  useQuery({
    queryKey: [...key, 'stored'],
    queryFn: async ({ signal }) => versioned(await requestVersioned<SpamRules>('GET', path, { signal })),
  })

/** Dry run of these rules; undefined while they are invalid. */
export const useSpamDryRun = (rules: SpamRules | undefined, last: number) =>
  useQuery({
    queryKey: [...key, 'dry run', rules, last],
    queryFn: ({ signal }) => request<SpamDryRun>('POST', `${path}/dry-runs`, { body: { rules, last }, signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const pointsField = (label: string, of: keyof typeof spamRuleBounds, schema: Field<number | null>['schema']) => ({
  ...fields.integer({ label, ...spamRuleBounds[of] }),
  ...{ required: false, schema, draft: schema },
})

export const ruleValues = ({ threshold, points }: SpamRules): Data => ({ threshold, ...points })

/** Rules of the form's values; undefined while they are invalid. */
export const rulesFrom = ({ threshold, ...points }: Data): SpamRules | undefined =>
  spamRulesSchema.safeParse({ threshold, points }).data

export const storedRules = (rules: VersionedRules): Stored => ({
  version: rules.version,
  status: 'published',
  data: ruleValues(rules),
})

/** The rules are live, so they are saved on request. */
export const rulesSource: FormSource = {
  key: 'spam-rules/all',
  fields: {
    threshold: pointsField('Spam threshold (points)', 'threshold', spamRulesSchema.shape.threshold),
    ...Object.fromEntries(
      spamSignalNames.map((name) => [
        name,
        pointsField(spamSignals[name].label, 'points', spamRulesSchema.shape.points.shape[name]),
      ]),
    ),
  },
  onRequest: true,
  send: async ({ fields: { threshold, ...points }, version }, signal) => {
    const stored = versioned(
      await requestVersioned<SpamRules>('PATCH', path, { body: { threshold, points }, version, signal }),
    )
    queryClient.setQueryData([...key, 'stored'], stored)
    void forgetSpamRules()
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  stored: (answer) => storedRules(answer as VersionedRules),
}
