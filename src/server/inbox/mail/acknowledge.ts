import type { Trx } from '../../db/database.ts'

const oneHourMs = 60 * 60 * 1000
// Anyone can type anyone's address: one recipient gets few, and the total is small.
const perRecipient = { max: 1, windowMs: 24 * oneHourMs }
const total = { max: 20, windowMs: oneHourMs }

/** True if another acknowledgement may be sent to this address now. */
export const mayAcknowledge = async (trx: Trx, recipient: string, now: number): Promise<boolean> => {
  const sentWithin = (windowMs: number) =>
    trx
      .selectFrom('deliveries')
      .select('id')
      .where('kind', '=', 'acknowledgement')
      .where('created_at', '>', new Date(now - windowMs).toISOString())
  const toRecipient = sentWithin(perRecipient.windowMs).where((is) =>
    is(is.fn('lower', ['recipient']), '=', recipient.toLowerCase()),
  )
  return (
    (await sentWithin(total.windowMs).limit(total.max).execute()).length < total.max &&
    (await toRecipient.limit(perRecipient.max).execute()).length < perRecipient.max
  )
}
