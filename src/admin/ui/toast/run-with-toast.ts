import { queryClient } from '../../api/query-client.ts'
import { toast, toastError } from './toast.ts'

/** Runs an action, shows its outcome as a toast and invalidates the query that it may have changed. */
export const runWithToast = async (
  act: () => Promise<unknown>,
  { done, failed, changes }: { done: string; failed?: string; changes: string },
): Promise<void> => {
  try {
    await act()
    toast(done)
  } catch (error) {
    toastError(error, failed)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [changes] })
  }
}
