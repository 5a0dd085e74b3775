import { useSyncExternalStore } from 'react'
import type { MessageStatus, StoredMessage } from '../../../model/stored-message.ts'
import { forgetMessages, messages } from '../../api/messages.ts'
import { toastError } from '../../ui/toast.ts'
import { deletions } from './deletions.ts'

/** Marking and deleting, and which messages are hidden because their deletion is on its way. */
export const useMessageActions = () => ({
  hidden: useSyncExternalStore(deletions.subscribe, deletions.hidden),
  mark: async ({ id }: StoredMessage, status: MessageStatus): Promise<void> => {
    try {
      await messages.update(id, status)
      await forgetMessages()
    } catch (error) {
      toastError(error)
    }
  },
  remove: ({ id, user_name: name }: StoredMessage): void => deletions.begin(id, name),
})
