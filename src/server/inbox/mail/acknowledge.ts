import type { Trx } from '../../db/database.ts'

// Anyone can type anyone's address: nobody gets many, and all together stay few.
const perRecipient = { max: 1, window: 24 * 60 * 60 * 1000 }
const together = { max: 20, window: 60 * 60 * 1000 }

/** True if another acknowledgement may be sent to this address now. */
export const mayAcknowledge = async (trx: Trx, recipient: string, now: number): Promise<boolean> => {
  const since = (ms: number) => new Date(now - ms).toISOString()
  const count = async (window: number, to?: string) => {
    let sent = trx
      .selectFrom('deliveries')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('kind', '=', 'acknowledgement')
      .where('created_at', '>', since(window))
    if (to !== undefined) sent = sent.where((is) => is(is.fn('lower', ['recipient']), '=', to.toLowerCase()))
    return Number((await sent.executeTakeFirstOrThrow()).count)
  }
  return (
    (await count(together.window)) < together.max && (await count(perRecipient.window, recipient)) < perRecipient.max
  )
}
