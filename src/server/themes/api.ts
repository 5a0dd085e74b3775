import { z } from 'zod'
import { type Theme, themeSchema } from '../../model/themes/theme.ts'
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts'

export const themesApi = (themes: readonly Theme[] = []) =>
  ({
    list: endpoint({ summary: 'Lists the themes', answer: z.object({ themes: z.array(themeSchema) }) }, () => ({
      themes: [...themes],
    })),
  }) satisfies Record<string, Endpoint>
