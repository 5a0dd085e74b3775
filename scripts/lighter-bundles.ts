// Vite plugins that leave out of the browser's bundles what only the server needs.
import type { Plugin } from 'vite'

const forBrowser = {
  apply: 'build',
  applyToEnvironment: ({ name }: { name: string }) => name !== 'server',
} as const

/** Every name that a module exports by a declaration or a list. */
const exportedNames = (code: string): string[] =>
  [/^export (?:async )?(?:const|function) (\w+)/gm, /^export \{ \w+ as (\w+) \}/gm].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, name = '']) => name),
  )

/** Zod can say what each schema is as JSON Schema, which makes up a sixth of it. Only the description of the API asks. */
export const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  ...forBrowser,
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = exportedNames(code)
      if (!names.includes('createToJSONSchemaMethod') && !names.includes('stringProcessor'))
        this.error('This version of zod makes JSON Schemas in another way: see scripts/lighter-bundles.ts.')
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  },
}

interface SyntaxNode {
  type?: string
  callee?: { name?: string }
  arguments?: { properties?: { key?: { name?: string }; value: Span }[] }[]
}
interface Span {
  start: number
  end: number
}

/** Spans of the `examples` of `defineCollection` calls, from a module's syntax tree. */
const examplesIn = (node: unknown): Span[] => {
  if (!node || typeof node !== 'object') return []
  const { type, callee, arguments: given } = node as SyntaxNode
  const [definition] = type === 'CallExpression' && callee?.name === 'defineCollection' ? (given ?? []) : []
  const examples = definition?.properties?.find(({ key }) => key?.name === 'examples')
  return examples ? [examples.value] : Object.values(node).flatMap(examplesIn)
}

/** Sample content is stored by the server at its first start; no browser reads it from the definitions. */
export const withoutExamples: Plugin = {
  name: 'without-examples',
  ...forBrowser,
  transform: {
    filter: { id: /\/src\/model\/content\/collections\/[\w-]+\.ts$/ },
    handler(code) {
      const [examples] = examplesIn(this.parse(code))
      return examples ? { code: `${code.slice(0, examples.start)}[]${code.slice(examples.end)}`, map: null } : null
    },
  },
}
