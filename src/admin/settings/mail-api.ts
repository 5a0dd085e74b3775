import { useQuery } from '@tanstack/react-query'
import type { MailState } from '../../model/inbox/delivery.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

export const connectionsPath = '/admin/settings/connections'

export interface TestAnswer {
  sent: boolean
  /** Answer of the mail server. */
  answer: string
}

export const mail = {
  test: () => request<TestAnswer>('POST', '/api/mail/tests', { body: {} }),
  /** Queues failed emails again and returns their number. */
  retry: async (): Promise<number> =>
    (await request<{ count: number }>('POST', '/api/mail/retries', { body: {} })).count,
}

export const forgetMail = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['mail'] })
  await queryClient.invalidateQueries({ queryKey: ['messages'] })
}

export const useMail = () =>
  useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => request<MailState>('GET', '/api/mail', { signal }),
    // Polls while email is queued.
    refetchInterval: ({ state }) => (state.data && state.data.queued > 0 ? 5000 : false),
  })
