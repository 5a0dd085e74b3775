import { useQuery } from '@tanstack/react-query'
import type {
  ConnectionKind,
  Connections,
  GoogleInput,
  MailInput,
  SavedConnection,
} from '../../model/connections/connection.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

const path = '/api/connections'

export const connections = {
  saveMail: (body: MailInput) => request<SavedConnection>('PUT', `${path}/mail`, { body }),
  saveGoogle: (body: GoogleInput) => request<SavedConnection>('PUT', `${path}/google`, { body }),
  remove: (kind: ConnectionKind) => request<object>('DELETE', `${path}/${kind}`),
}

export const useConnections = () =>
  useQuery({
    queryKey: ['connections'],
    queryFn: ({ signal }) => request<Connections>('GET', path, { signal }),
  })

/** Reloads what depends on a connection. */
export const forgetConnections = async (): Promise<void> => {
  for (const queryKey of [['connections'], ['mail'], ['sign-in-options'], ['health'], ['inbox']])
    await queryClient.invalidateQueries({ queryKey })
}
