import { cvStatusSchema } from '../../model/cv/cv-status.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { CvFiles } from './cv.ts'

export const cvApi = (cv: CvFiles) =>
  ({
    status: {
      operation: { summary: 'Says how the CV was made that visitors get', answer: cvStatusSchema },
      handle: async (context) => context.json(cv.status()),
    },
  }) satisfies Record<string, Endpoint>
