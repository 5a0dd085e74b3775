import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileExporting, readSources } from '../../scripts/sources.ts'

const root = path.resolve(import.meta.dirname, '../..')

const definition = `export const awards = defineCollection({
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

/** A copy of the sources with one more collection: its definition and its line in the registry. */
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

  const file = path.join(folder, fileExporting(readSources(folder), 'collections'))
  const before = readFileSync(file, 'utf8')
  const after = before.replace(/export const collections = \{\n/, (start) => `${definition}\n${start}  awards,\n`)
  if (after === before) throw new Error('The registry of collections has another form now.')
  writeFileSync(file, after)
  const sources = readSources(folder)
  return {
    folder,
    load: (exported) => import(/* @vite-ignore */ path.join(folder, fileExporting(sources, exported))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
