import type { InboxMessage, InboxView, MessagesChange } from '../../model/inbox/stored-message.ts'
import { call, queryClient } from '../api/client.ts'
import { hideToast, type Joined, toast, toastError, toastJoined } from '../ui/toast.tsx'
import { forgetMessages, updateMessages } from './messages-api.ts'

let last: (() => unknown) | undefined

const remember = (undo: () => unknown) => {
  const once = () => {
    if (last === once) last = undefined
    return undo()
  }
  last = once
  return once
}

/** Undo of the last action in the inbox. Messages are not journaled, so the journal cannot undo them. */
export const inboxUndo = {
  offer: (message: string, undo: () => unknown): void => toast(message, { undo: remember(undo), id: 'change' }),
  /** The same for an action that may follow others of its kind: they are undone together. */
  offerJoined: <T>({ message, undo, ...joined }: Joined<T>): void =>
    toastJoined({
      ...joined,
      message: (all) => {
        remember(() => undo(all))
        return message(all)
      },
      undo: () => last?.(),
    }),
  withdraw: (): void => {
    last = undefined
    hideToast('change')
  },
  run: (): boolean => {
    const act = last
    void act?.()
    return act !== undefined
  },
}

type Change = Omit<MessagesChange, 'ids'>

export type InboxAction = 'archive' | 'replied' | 'spam' | 'delete' | 'read' | 'unread' | 'inbox' | 'restore'

const changes: Record<InboxAction, Change> = {
  archive: { status: 'archived' },
  replied: { status: 'replied' },
  spam: { status: 'spam' },
  delete: { deleted: true },
  read: { status: 'read' },
  unread: { status: 'new' },
  inbox: { status: 'read' },
  restore: { deleted: false },
}

const done: Record<InboxAction, string> = {
  archive: 'archived',
  replied: 'marked as replied',
  spam: 'marked as spam',
  delete: 'deleted',
  read: 'marked as read',
  unread: 'marked as unread',
  inbox: 'moved to the inbox',
  restore: 'restored',
}

/** Actions on several messages of a view. */
export const bulkActions = (view: InboxView): readonly (readonly [InboxAction, string])[] => {
  if (view === 'trash') return [['restore', 'Restore']]
  const spam = ['spam', 'Spam'] as const
  const remove = ['delete', 'Delete'] as const
  if (view === 'spam') return [['inbox', 'Not spam'], remove]
  if (view === 'archived') return [['inbox', 'To the inbox'], spam, remove]
  return [['archive', 'Archive'], ['read', 'Mark as read'], ['unread', 'Mark as unread'], spam, remove]
}

const restoringChanges = (messages: readonly InboxMessage[]): MessagesChange[] => {
  const groups = new Map<string, MessagesChange>()
  for (const { id, status, label, deletedAt } of messages) {
    const key = `${status} ${label} ${deletedAt !== null}`
    const group = groups.get(key) ?? { ids: [], status, label, deleted: deletedAt !== null }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const undo = async (before: readonly InboxMessage[]) => {
  if (before.length === 0) return
  const byId = new Map(before.map((message) => [message.id, message]))
  try {
    updateMessages(new Set(byId.keys()), (message) => byId.get(message.id) ?? message)
    for (const change of restoringChanges(before)) await call('PATCH /api/messages', { body: change })
    toast('Undone', { id: 'undo' })
  } catch (error) {
    toastError(error, 'This could not be undone')
  }
  await forgetMessages()
}

export const actOn = async (action: InboxAction, messages: readonly InboxMessage[]): Promise<void> => {
  const [first] = messages
  if (!first) return
  const ids = messages.map(({ id }) => id)
  const change = changes[action]
  updateMessages(new Set(ids), (message) => ({
    ...message,
    status: change.status ?? message.status,
    deletedAt: change.deleted === undefined ? message.deletedAt : change.deleted ? new Date().toISOString() : null,
  }))
  const sending = call('PATCH /api/messages', { body: { ids, ...change } })
  // Offered at once: a slip is noticed before the server answers.
  inboxUndo.offerJoined({
    kind: action,
    item: { messages, sending },
    message: (all) => {
      const count = all.reduce((sum, one) => sum + one.messages.length, 0)
      return `${count === 1 ? `Message from ${first.user_name}` : `${count} messages`} ${done[action]}`
    },
    undo: async (all) => {
      const sent = await Promise.all(all.map((one) => one.sending.then(Boolean, () => false)))
      await undo(all.flatMap((one, at) => (sent[at] ? one.messages : [])))
    },
  })
  try {
    const { changed } = await sending
    const gone = messages.length - changed
    if (gone > 0) toast(`${gone === 1 ? 'One was' : `${gone} were`} gone already.`, { tone: 'note' })
  } catch (error) {
    inboxUndo.withdraw()
    toastError(error, `Not ${done[action]}`)
  }
  await forgetMessages()
}

/** Marks a message as read, without Undo. */
export const markRead = async ({ id }: InboxMessage): Promise<void> => {
  updateMessages(new Set([id]), (message) => ({ ...message, status: 'read' }))
  try {
    // One that is put away meanwhile stays away.
    await call('PATCH /api/messages', { body: { ids: [id], status: 'read', from: 'new' } })
    await queryClient.invalidateQueries({ queryKey: ['messages', 'inbox'] })
  } catch {
    // It stays new, and is marked when it is opened again.
    await forgetMessages()
  }
}
