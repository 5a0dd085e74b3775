import { z } from '../zod.ts'
import { emailAddress } from './account.ts'

export const invitationDays = [1, 7, 30] as const

export const newInvitationSchema = z.strictObject({
  /** Mailed to this address, when email is set up. */
  email: emailAddress.optional(),
  days: z.int('Choose for how long it works.').min(1, 'At least a day.').max(30, 'At most thirty days.').default(7),
})

const time = z.iso.datetime()

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string().nullable().describe('Who it was mailed to.'),
  createdAt: time,
  expiresAt: time,
})
export type Invitation = z.infer<typeof invitationSchema>
