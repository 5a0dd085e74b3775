import { z } from '../zod.ts'

const time = z.iso.datetime()

/** Times at which an entry goes live and is taken off the page. */
export const scheduleTimesSchema = z.strictObject({
  publishAt: time.nullable().optional().describe('Publishes the draft as it is then.'),
  takeOffAt: time.nullable().optional(),
})
export type ScheduleTimes = z.infer<typeof scheduleTimesSchema>

export const scheduleSchema = z.object({
  publishAt: time.nullable(),
  takeOffAt: time.nullable(),
  by: z.string().describe('Who chose the times: an account’s id, or token: and a token’s name.'),
  failure: z.string().nullable().describe('Why the entry could not go live at its time.'),
})
export type Schedule = z.infer<typeof scheduleSchema>
