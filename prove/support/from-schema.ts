import type { seededRandom } from '../../tests/support/random.ts'

type Random = ReturnType<typeof seededRandom>

/** What of JSON Schema our OpenAPI uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  additionalProperties?: unknown
}

const formats: Record<string, string[]> = {
  email: ['visitor@people.example', 'a@b.example'],
  uri: ['https://mira.example/work', 'mailto:mira@mira.example'],
  'date-time': ['2026-01-02T03:04:05.000Z'],
  uuid: ['00000000-0000-7000-8000-000000000000'],
}
const words = [
  'Azulejo',
  'a ferry',
  'Lisbon',
  'blue-hour',
  '<b>bold</b>',
  'Ünïcödé',
  '日本語',
  'https://mira.example',
  '#contact',
  '/cv.pdf',
  '2024',
  'design',
]

const text = (schema: Schema, random: Random) => {
  const plain = random.pick(formats[schema.format ?? ''] ?? words)
  const longest = Math.min(schema.maxLength ?? 60, 3000)
  const long = random.chance(0.1)
    ? plain.repeat(1 + Math.floor(longest / plain.length)).slice(0, longest)
    : plain.slice(0, longest)
  return long.padEnd(Math.min(schema.minLength ?? 0, 200), 'x')
}

const number = ({ minimum = -5, maximum = 2100 }: Schema, random: Random) => {
  const [low, high] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)]
  return random.chance(0.2) ? random.pick([low, high]) : low + random.below(Math.max(1, high - low + 1))
}

/** A value that such a schema may well take; patterns and rules of its own are left to luck. */
export const valueFrom = (schema: Schema, random: Random, depth = 0): unknown => {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return valueFrom(random.pick(choices), random, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.type === 'string') return text(schema, random)
  if (schema.type === 'integer' || schema.type === 'number') return number(schema, random)
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'null') return null
  if (schema.type === 'array') {
    const count = Math.min((schema.minItems ?? 0) + random.below(4), schema.maxItems ?? 4)
    return Array.from({ length: count }, () => valueFrom(schema.items ?? {}, random, depth + 1))
  }
  if (schema.properties && depth < 6) {
    const given = Object.entries(schema.properties).filter(
      ([name]) => schema.required?.includes(name) || random.chance(0.7),
    )
    return Object.fromEntries(given.map(([name, part]) => [name, valueFrom(part, random, depth + 1)]))
  }
  return random.pick<unknown>([{}, 'text', 1, null])
}
