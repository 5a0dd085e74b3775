import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import type { SpamRules, SpamRulesPatch } from '../../../model/inbox/spam-rules.ts'
import { request, requestVersioned } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

export interface VersionedSpamRules {
  rules: SpamRules
  version: number
}

const path = '/api/spam-rules'
const key = ['spam-rules'] as const

const versioned = async (answer: ReturnType<typeof requestVersioned<SpamRules>>): Promise<VersionedSpamRules> => {
  const { data, version = 0 } = await answer
  return { rules: data, version }
}

/** Spam rules on the server. */
export const spamRules = {
  update: async (patch: SpamRulesPatch, version: number): Promise<VersionedSpamRules> => {
    const stored = await versioned(requestVersioned<SpamRules>('PATCH', path, { body: patch, version }))
    queryClient.setQueryData([...key, 'stored'], stored)
    await queryClient.invalidateQueries({ queryKey: key })
    queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  forget: () => queryClient.invalidateQueries({ queryKey: key }),
}

export const useSpamRules = () =>
  useQuery({
    queryKey: [...key, 'stored'],
    queryFn: ({ signal }) => versioned(requestVersioned<SpamRules>('GET', path, { signal })),
  })

/** Dry run of these rules; undefined while they are invalid. */
export const useSpamDryRun = (rules: SpamRules | undefined, last: number) =>
  useQuery({
    queryKey: [...key, 'trial', rules, last],
    queryFn: ({ signal }) => request<SpamDryRun>('POST', `${path}/dry-runs`, { body: { rules, last }, signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
