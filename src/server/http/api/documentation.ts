import { z } from 'zod'
import type { Services } from '../../services.ts'
import { docsPage, docsStyle } from '../docs-page.ts'
import type { Endpoint, Handler } from '../endpoint.ts'
import { openapi } from '../openapi.ts'
import { routes } from '../routes.ts'

/** The API's description, for programs and for people. */
export const documentationApi = (services: Services) => {
  const { config, security } = services
  let made: Record<string, unknown> | undefined
  // At the first question: the table cannot be asked while it is being made.
  const description = () => {
    made ??= openapi(routes(services), config.publicUrl)
    return made
  }
  const headers = Object.fromEntries(
    security([docsStyle]).reduce<[string, string][]>((pairs, value, at, all) => {
      if (at % 2 === 0) pairs.push([value, all[at + 1] as string])
      return pairs
    }, []),
  )
  const page: Handler = (context) => context.html(docsPage(description()), 200, headers)
  return {
    openapi: {
      operation: { summary: 'This description', answer: z.record(z.string(), z.unknown()) },
      handle: (context) => context.json(description()),
    } satisfies Endpoint,
    page,
  }
}
