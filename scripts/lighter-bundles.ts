// Vite plugins that leave out of a bundle what nobody needs there.
import type { Plugin } from 'vite'

const forBrowser = {
  apply: 'build',
  applyToEnvironment: ({ name }: { name: string }) => name !== 'server',
} as const

/** Every name that a module exports by a declaration or a list. */
const exportedNames = (code: string): string[] =>
  [/^export (?:async )?(?:const|function|class) ([\w$]+)/gm, /^export \{ \w+ as (\w+) \}/gm].flatMap((pattern) =>
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

/** Zod follows values that hold themselves. What comes as JSON, or is typed into a form, never does; `zod/mini` leaves it out, too. */
export const withoutCycles: Plugin = {
  name: 'without-cycles',
  enforce: 'pre',
  ...forBrowser,
  transform: {
    filter: { id: /\/zod\/v4\/core\/memoizer\.js$/ },
    handler(code) {
      const names = exportedNames(code)
      if (!names.includes('memoizer'))
        this.error('This version of zod follows cycles in another way: see scripts/lighter-bundles.ts.')
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  },
}

/** React's entry for servers brings a second renderer, for streams. The preview draws with the plain one alone. */
export const withoutStreaming: Plugin = {
  name: 'without-streaming',
  enforce: 'pre',
  ...forBrowser,
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-server\.browser\.production\.js$/ },
    handler(code) {
      if (!code.includes('exports.renderToReadableStream') || code.includes('exports.renderToStaticMarkup'))
        this.error('This version of react-dom has its renderers in other files: see scripts/lighter-bundles.ts.')
      return { code: '', map: null }
    },
  },
}

/** The router reports each navigation to a monitor, where one is set up; the admin sets up none. */
export const withoutInstrumentation: Plugin = {
  name: 'without-instrumentation',
  enforce: 'pre',
  ...forBrowser,
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
    handler(code) {
      const names = /^export \{ ([\w, ]+) \};$/m.exec(code)?.[1]?.split(', ') ?? []
      if (!names.includes('instrumentClientSideRouter'))
        this.error('This version of react-router instruments in another way: see scripts/lighter-bundles.ts.')
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  },
}

/** Links can fetch what a framework's routes name; the admin's routes are no framework's. */
export const withoutFramework: Plugin = {
  name: 'without-framework',
  enforce: 'pre',
  ...forBrowser,
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/ },
    handler(code) {
      const used = ['FrameworkContext', 'PrefetchPageLinks', 'mergeRefs', 'usePrefetchBehavior']
      const names = /^export \{ ([\w, ]+) \};$/m.exec(code)?.[1]?.split(', ') ?? []
      if (!used.every((name) => names.includes(name)))
        this.error('This version of react-router prefetches in another way: see scripts/lighter-bundles.ts.')
      const own = [
        "import { createContext } from 'react'",
        'export const FrameworkContext = createContext(undefined)',
        'export const usePrefetchBehavior = () => [false, undefined, {}]',
        'export const mergeRefs = (ref) => ref',
      ]
      const rest = names.filter((name) => name === 'PrefetchPageLinks' || !used.includes(name))
      return { code: [...own, ...rest.map((name) => `export const ${name} = () => undefined`)].join('\n'), map: null }
    },
  },
}

/** A bundled jsdom has no file beside it for synchronous requests. Nothing here makes requests with it. */
export const withoutSyncRequests: Plugin = {
  name: 'without-sync-requests',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'server',
  transform: {
    filter: { id: /\/jsdom\/living\/xhr\/XMLHttpRequest-impl\.js$/ },
    handler(code) {
      const asked = 'require.resolve("./xhr-sync-worker.js")'
      if (!code.includes(asked))
        this.error('This version of jsdom finds its worker in another way: see scripts/lighter-bundles.ts.')
      return { code: code.replace(asked, 'undefined'), map: null }
    },
  },
}
