import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('-migrations.ts'))
const own = ['kysely', 'kysely/migration', './first-migrations.ts']

/** Modules whose code runs; a type is gone by then. */
const importsOf = (source: string) =>
  [
    ...source.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'"`;=()]*\sfrom\s+)?['"]([^'"]+)['"]/gm),
    ...source.matchAll(/\bimport\(([^)]*)\)/g),
  ].map(([, from]) => from)

// A store of years ago gets the same tables and texts from every version.
describe('a migration', () => {
  it('is in one of two files', () => expect(files).toHaveLength(2))

  it.each(files)('%s imports nothing that lives on and changes', (name) => {
    const imports = importsOf(readFileSync(new URL(name, folder), 'utf8'))
    expect(imports.filter((from) => !own.includes(from ?? ''))).toEqual([])
  })

  it('is found by its imports of every kind', () => {
    expect(
      importsOf("import a from 'a'\nimport {\n  b,\n} from 'b'\nimport 'c'\nexport { d } from 'd'\nawait import('e')"),
    ).toEqual(['a', 'b', 'c', 'd', "'e'"])
    expect(importsOf("import type { A } from 'a'")).toEqual([])
  })
})
