import { Invalid, NotFound } from '../model/errors.ts'
import type { MessageInput } from '../model/message.ts'
import { type MessageStatus, messageStatuses, type StoredMessage } from '../model/stored-message.ts'
import type { Database } from './db/database.ts'
import { createMessage, type MessageOrigin } from './messages/create-message.ts'
import { listMessages, type MessageListOptions, type MessagePage } from './messages/message-list.ts'
import { messageOf } from './messages/message-row.ts'

/** The inbox. */
export interface Messages {
  /** Stores a message; on the disk when it resolves. Throws `Invalid` with a sentence for each field. */
  create(input: MessageInput, origin?: MessageOrigin): Promise<{ id: string }>
  /** Newest first. Throws `Invalid` for a cursor that is none. */
  list(options?: MessageListOptions): Promise<MessagePage>
  /** Throws `NotFound`. */
  update(id: string, change: { status: MessageStatus }): Promise<StoredMessage>
  /** Deletes it for good. Throws `NotFound`. */
  remove(id: string): Promise<void>
}

export const createMessages = (database: Database): Messages => {
  const { kysely } = database
  return {
    create: createMessage(database),

    list: (options = {}) => listMessages(kysely, options),

    update: async (id, { status }) => {
      if (!messageStatuses.includes(status)) throw new Invalid({ status: `Choose ${messageStatuses.join(', ')}.` })
      const row = await kysely
        .updateTable('messages')
        .set({ status, updated_at: new Date().toISOString() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new NotFound('message', id)
      return messageOf(row)
    },

    remove: async (id) => {
      const { numDeletedRows } = await kysely.deleteFrom('messages').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('message', id)
    },
  }
}
