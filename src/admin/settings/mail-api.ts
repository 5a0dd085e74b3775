import { useQuery } from '@tanstack/react-query'
import { call, queryClient } from '../api/client.ts'

export const connectionsPath = '/admin/settings/connections'

export const forgetMail = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['mail'] })
  await queryClient.invalidateQueries({ queryKey: ['messages'] })
}

export const useMail = () =>
  useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => call('GET /api/mail', { signal }),
    // Polls while email is queued.
    refetchInterval: ({ state }) => (state.data && state.data.queued > 0 ? 5000 : false),
  })
