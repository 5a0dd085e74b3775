import { expect } from 'vitest'
import type { InboxMessage } from '../../../src/model/inbox/stored-message.ts'
import { ada, type ownedSite } from './people.ts'

type Site = ReturnType<typeof ownedSite>

/** The inbox as visitors fill it and as the owner's scripts see it. */
export const inboxOf = (site: Site) => {
  const call = <T>(method: string, path: string, body?: object): Promise<T> => site.callAs<T>(ada, method, path, body)
  const list = async (view = 'all') =>
    (await call<{ messages: InboxMessage[] }>('GET', `/messages?limit=200&view=${view}`)).messages
  return {
    call,
    list,
    /** Sends a message as a visitor does; the address is the name's. */
    send: async (name: string, message = `A question.\n\nYours, ${name}`, email?: string): Promise<string> => {
      const response = await fetch(`${site.url}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          user_name: name,
          user_email: email ?? `${name.toLowerCase().replaceAll(/[^a-z]+/g, '') || 'visitor'}@visitors.example`,
          message,
        }),
      })
      expect(response.status).toBe(201)
      return ((await response.json()) as { id: string }).id
    },
    /** `name status` of each in a list, newest first. */
    stored: async (view = 'all') => (await list(view)).map(({ user_name: name, status }) => `${name} ${status}`),
  }
}
