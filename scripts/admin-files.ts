import path from 'node:path'
import { fileExporting, readSources } from './sources.ts'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const own = path.resolve('src')
const sources = readSources('.')
const fileOfScreen = (name: string) => path.resolve(fileExporting(sources, name))
const edit = fileOfScreen('EditScreen')
const forms = [edit, fileOfScreen('SettingsScreen')]
const table = fileOfScreen('EntriesScreen')
const media = fileOfScreen('MediaScreen')
const user = fileOfScreen('UserScreen')
const variant = fileOfScreen('VariantScreen')

/** Our modules that a screen loads with itself: its imports and theirs, without what it fetches later. */
const loadedWith = (root: string, graph: Graph): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || !id.startsWith(own)) return
    found.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(root)
  return found
}

/** A file of the modules that all of these screens load, or all of others; what the modules import from packages comes with them. */
const fileOf = (name: string, priority: number, ...sets: readonly (readonly string[])[]) => {
  let loaded: readonly (readonly ReadonlySet<string>[])[] | undefined
  return {
    debugName: name,
    priority,
    name: (id: string, graph: Graph): string | null => {
      loaded ??= sets.map((screens) => screens.map((root) => loadedWith(root, graph)))
      return loaded.some((screens) => screens.every((modules) => modules.has(id))) ? name : null
    },
  }
}

/**
 * Files of the admin's script, the most shared first: one file compresses better than thirty (decision 047), and a screen still loads
 * little that it does not need. What is in none of them becomes a file for each set of screens.
 */
export const adminFiles = [
  { name: 'start', tags: ['$initial' as const], priority: 8 },
  { name: 'shared', minShareCount: 18, priority: 7 },
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 3, priority: 6 },
  {
    name: 'inputs',
    test: /\/@mantine\/core\/esm\/components\/(?:Checkbox|InlineInput|NativeSelect|Switch|Textarea)\//,
    priority: 5,
  },
  fileOf('editing', 4, [...forms, table]),
  fileOf('uploads', 3, [...forms, media]),
  fileOf('form', 2, [...forms, user], [...forms, variant]),
  fileOf('fields', 1, forms),
  fileOf('entry', 0, [fileOfScreen('CreateScreen'), edit]),
]
