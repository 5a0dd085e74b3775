import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

type Thing = Record<string, unknown>

const [schema, rdfs] = ['http://schema.org/', 'http://www.w3.org/2000/01/rdf-schema#']
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const statement = /^<([^>]*)> <([^>]*)> <([^>]*)> <[^>]*> \.$/

/** The vocabulary as schema.org publishes it: what is a class, what is a property, where one may stand and what it may hold. */
const readVocabulary = () => {
  const entry = createRequire(import.meta.url).resolve('@vocabulary/schema')
  const text = readFileSync(path.join(path.dirname(entry), 'schema.nq'), 'utf8')
  const of = () => new Map<string, string[]>()
  const facts = { type: of(), subClassOf: of(), domainIncludes: of(), rangeIncludes: of(), supersededBy: of() }
  const relations = new Map([
    [rdfType, facts.type],
    [`${rdfs}subClassOf`, facts.subClassOf],
    ...(['domainIncludes', 'rangeIncludes', 'supersededBy'] as const).map(
      (name) => [schema + name, facts[name]] as const,
    ),
  ])
  const short = (name: string) => (name.startsWith(schema) ? name.slice(schema.length) : name)
  for (const line of text.split('\n')) {
    const [, subject = '', predicate = '', object = ''] = statement.exec(line) ?? []
    const relation = relations.get(predicate)
    if (!relation) continue
    relation.set(short(subject), [...(relation.get(short(subject)) ?? []), short(object)])
  }
  return facts
}

let known: ReturnType<typeof readVocabulary> | undefined
const vocabulary = () => {
  known ??= readVocabulary()
  return known
}

const withAncestors = (name: string): string[] => [
  name,
  ...(vocabulary().subClassOf.get(name) ?? []).flatMap(withAncestors),
]
const isA = (name: string, others: readonly string[]) => withAncestors(name).some((one) => others.includes(one))

const day = /^\d{4}(-\d{2}(-\d{2})?)?$/
const literals: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value !== '',
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  Date: (value) => typeof value === 'string' && day.test(value),
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  Number: (value) => typeof value === 'number',
  Integer: (value) => Number.isInteger(value),
  Boolean: (value) => typeof value === 'boolean',
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null

/** What of a graph is not in the vocabulary, or stands where it may not; a sentence for each, with its path. */
export const schemaOrgProblems = (graph: readonly Thing[]): string[] => {
  const { type, domainIncludes, rangeIncludes, supersededBy } = vocabulary()
  const problems: string[] = []
  const byId = new Map(
    graph.flatMap((thing) => (typeof thing['@id'] === 'string' ? [[thing['@id'], thing] as const] : [])),
  )

  const checkValue = (value: unknown, property: string, range: readonly string[], at: string) => {
    if (!isThing(value)) {
      if (!range.some((name) => literals[name]?.(value)))
        problems.push(`${at}: ${JSON.stringify(value)} is no ${range.join(', ')}.`)
      return
    }
    const isReference = Object.keys(value).join() === '@id'
    const target = isReference ? byId.get(String(value['@id'])) : value
    if (!target) {
      problems.push(`${at}: nothing has the id ${value['@id']}.`)
      return
    }
    const kind = String(target['@type'])
    // A Role stands between a thing and the value of a property, which it repeats (schema.org/Role).
    if (isA(kind, ['Role']) && Object.hasOwn(target, property)) checkThing(target, at, property)
    else {
      if (!isA(kind, range)) problems.push(`${at}: ${kind} is no ${range.join(', ')}.`)
      if (!isReference) checkThing(target, at)
    }
  }

  const checkThing = (thing: Thing, at: string, repeated?: string) => {
    const kind = String(thing['@type'])
    if (!type.get(kind)?.includes(`${rdfs}Class`)) {
      problems.push(`${at}: there is no type ${kind}.`)
      return
    }
    for (const [name, value] of Object.entries(thing)) {
      if (name.startsWith('@')) continue
      const here = `${at}.${name}`
      const range = rangeIncludes.get(name)
      if (!range || supersededBy.has(name)) problems.push(`${here}: there is no such property.`)
      else {
        if (name !== repeated && !isA(kind, domainIncludes.get(name) ?? [])) problems.push(`${here}: not of ${kind}.`)
        for (const one of Array.isArray(value) ? value : [value]) checkValue(one, name, range, here)
      }
    }
  }

  for (const thing of graph) checkThing(thing, String(thing['@type']))
  return problems
}
