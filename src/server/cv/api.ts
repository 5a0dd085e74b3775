import { cvStatusSchema } from '../../model/cv/cv-status.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Services } from '../services.ts'

export const cvApi = ({ cv }: Services) =>
  ({
    status: {
      operation: { summary: 'Says how the CV was made that visitors get', answer: cvStatusSchema },
      handle: async (context) => context.json(cv.status()),
    },
  }) satisfies Record<string, Endpoint>
