import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { localDay } from '../ui/times.ts'

/** Counts of the inbox, which every screen shows. Apart from the messages, so that these come with their screen. */
export const useInbox = () =>
  useQuery({
    queryKey: ['messages', 'inbox'],
    queryFn: ({ signal }) => call('GET /api/inbox', { query: { today: localDay() }, signal }),
    refetchInterval: 30_000,
    refetchIntervalInBackground: true,
  })
