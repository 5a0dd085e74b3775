import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Route } from '../../src/server/endpoint/endpoint.ts'
import { openapi } from '../../src/server/http/openapi.ts'

/** As a client gets it. */
export interface GivenAnswer {
  method: string
  path: string
  status: number
  /** Undefined when there is none. */
  type: string | undefined
  body: unknown
}

export interface Response {
  $ref?: string
  content?: Record<string, { schema?: unknown }>
}

export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

const pointer = (...steps: string[]) =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Reads the OpenAPI text alone, as a client would, and finds what is wrong with an answer by it. */
export const createDocumentation = (text: string) => {
  const description: Description = JSON.parse(text)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(description, 'api', false, false)
  const compiled = new Map<string, ValidateFunction>()
  const validator = (at: string) => {
    const known = compiled.get(at) ?? ajv.compile({ $ref: `api#${at}` })
    compiled.set(at, known)
    return known
  }
  const patterns = Object.keys(description.paths).map((path) => ({
    path,
    parameters: path.split('{').length - 1,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  return {
    description,
    /** A sentence; undefined when the answer is as described, or its call is not described. */
    problemWith: ({ method, path, status, type, body }: GivenAnswer): string | undefined => {
      const { pathname } = new URL(path, 'http://localhost')
      const found = patterns
        .filter(({ pattern }) => pattern.test(pathname))
        .toSorted((a, b) => a.parameters - b.parameters)[0]?.path
      const verb = method.toLowerCase()
      const responses = found === undefined ? undefined : description.paths[found]?.[verb]?.responses
      if (!found || !responses) return undefined
      const call = `${method} ${found} is answered ${status}`
      const response = responses[status]
      if (!response) return `${call}, which is not documented.`
      const name = response.$ref?.split('/').at(-1)
      const { content } = name === undefined ? response : (description.components.responses[name] ?? {})
      if (!content) return body === '' ? undefined : `${call} with a body, and none is documented.`
      const given = type?.split(';')[0] ?? ''
      const kind = [given, given.replace(/\/.*/, '/*'), '*/*'].find((one) => content[one])
      if (kind === undefined) return `${call} as “${given}”, which is not documented.`
      if (!content[kind]?.schema) return undefined
      const where =
        name === undefined ? ['paths', found, verb, 'responses', String(status)] : ['components', 'responses', name]
      const validate = validator(pointer(...where, 'content', kind, 'schema'))
      return validate(body) ? undefined : `${call}, not as documented: ${ajv.errorsText(validate.errors)}`
    },
  }
}

let documentation: ReturnType<typeof createDocumentation> | undefined

/** Fails when an answer is not as its call is described: another status, another content type, a body of another form. Every site has the same table. */
export const expectDocumented = (table: readonly Route[], answer: GivenAnswer): void => {
  documentation ??= createDocumentation(JSON.stringify(openapi(table, 'https://mira.example')))
  const problem = documentation.problemWith(answer)
  if (problem) throw new Error(`${problem} ${JSON.stringify(answer.body)?.slice(0, 500)}`)
}
