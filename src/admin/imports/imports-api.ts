import type { ImportOutcome, ImportTable } from '../../model/imports/import-table.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

/** Asks what an import of this text would do. Throws `ApiError`. */
export const previewImport = (file: string): Promise<ImportTable> =>
  request('POST', '/api/imports', { query: { preview: 1 }, body: { file } })

/** Imports these rows. Throws `ApiError`. */
export const importRows = async (file: string, chosen: readonly string[]): Promise<ImportOutcome> => {
  const outcome = await request<ImportOutcome>('POST', '/api/imports', { body: { file, chosen } })
  // It touches entries and settings.
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  return outcome
}
