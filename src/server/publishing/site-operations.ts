import { z } from 'zod'
import { answerName } from '../../model/inbox/answers.ts'
import { messageSchema } from '../../model/inbox/message.ts'
import { siteCalls } from '../../model/publishing/past-site.ts'
import type { Operation } from '../endpoint/endpoint.ts'

export const contentOperation: Operation = {
  summary: 'The published content, whole, as the page sees it',
  ...siteCalls()['GET /api/content'],
}

export const messageOperation: Operation = {
  summary: 'Sends a message; with the same Idempotency-Key it is stored once',
  body: messageSchema,
  status: 201,
  answer: z.object({
    id: z.string(),
    questions: z
      .string()
      .exactOptional()
      .describe('Path at which the owner’s questions stand and take answers, once, for an hour; where there are any.'),
  }),
  others: ['SeeOther'],
}

export const answersOperation: Operation = {
  summary: 'Adds answers to a message; its form stands at the same address',
  body: z.object(
    Object.fromEntries(Array.from({ length: 4 }, (_, at) => [answerName(at), z.string().exactOptional()])),
  ),
  status: 201,
  answer: z.object({ message: z.string().describe('A thank-you in the language of the site.') }),
  others: ['SeeOther', 'NotFound'],
}

export const openapiOperation: Operation = {
  summary: 'This description',
  answer: z.record(z.string(), z.unknown()),
}
