import { queryClient } from '../api/query-client.ts'
import { toast, toastError } from './toast/toast.ts'

/** Does something at once and tells how it ended; what it may have changed is read again either way. */
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
