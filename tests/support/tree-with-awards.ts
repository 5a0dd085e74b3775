import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileExporting, readSources } from '../../scripts/sources.ts'

const root = path.resolve(import.meta.dirname, '../..')

const definition = `import { fields } from '../../fields/fields.ts'
import { defineCollection } from '../define-collection.ts'

export const awards = defineCollection({
  name: 'awards',
  label: { one: 'Award', many: 'Awards' },
  admin: { path: 'award', screen: 'award' },
  fields: {
    title: fields.text({ label: 'Title' }),
    issuer: fields.text({ label: 'Issuer' }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2100 }),
    url: fields.url({ label: 'Link', required: false }),
  },
  table: ['title', 'issuer', 'year'],
  preview: { title: 'title', subtitle: 'issuer' },
})
`

/** A copy of the sources with one more collection: one new file and its line in the registry. */
export interface TreeWithAwards {
  folder: string
  /** The copy's module that exports this. */
  // biome-ignore lint/suspicious/noExplicitAny: the copy's types are those of the caller's own import.
  load(exported: string): Promise<any>
  remove(): void
}

export const treeWithAwards = (): TreeWithAwards => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-collection-'))
  for (const part of ['src', 'tests/support', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))

  const collections = path.join(folder, 'src/model/content/collections')
  writeFileSync(path.join(collections, 'awards.ts'), definition)
  const registry = path.join(collections, 'index.ts')
  const before = readFileSync(registry, 'utf8')
  const after = before
    .replace('import { certificates }', "import { awards } from './awards.ts'\nimport { certificates }")
    .replace('  services,\n}', '  services,\n  awards,\n}')
  if (after.split('awards').length !== 4) throw new Error('The registry of collections has another form now.')
  writeFileSync(registry, after)
  const sources = readSources(folder)
  return {
    folder,
    load: (exported) => import(/* @vite-ignore */ path.join(folder, fileExporting(sources, exported))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
