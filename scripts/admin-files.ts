import path from 'node:path'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const sources = path.resolve('src')
const screen = (name: string) => path.join(sources, 'admin', name)
const forms = [screen('content/entry-form-screen.tsx'), screen('settings/settings-screen.tsx')]
const table = screen('content/entries-screen.tsx')
const media = screen('media/media-screen.tsx')
const user = screen('accounts/user-screen.tsx')

/** Our modules that a screen loads with itself: its imports and theirs, without what it fetches later. */
const loadedWith = (root: string, graph: Graph): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || !id.startsWith(sources)) return
    found.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  if (!graph.getModuleInfo(root)) throw new Error(`There is no screen ${root} any more: see adminFiles.`)
  visit(root)
  return found
}

/** A file of the modules that all of these screens load; what the modules import from packages comes with them. */
const fileOf = (name: string, priority: number, screens: readonly string[]) => {
  let loaded: readonly ReadonlySet<string>[] | undefined
  return {
    debugName: name,
    priority,
    name: (id: string, graph: Graph): string | null => {
      loaded ??= screens.map((root) => loadedWith(root, graph))
      return loaded.every((modules) => modules.has(id)) ? name : null
    },
  }
}

/**
 * Files of the admin's script, the most shared first: one file compresses better than thirty (decision 047), and a screen still loads
 * little that it does not need. What is in none of them becomes a file for each set of screens.
 */
export const adminFiles = [
  { name: 'start', tags: ['$initial' as const], priority: 7 },
  { name: 'shared', minShareCount: 12, priority: 6 },
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 3, priority: 5 },
  {
    name: 'inputs',
    test: /\/@mantine\/core\/esm\/components\/(?:Checkbox|InlineInput|NativeSelect|Switch|Textarea)\//,
    priority: 4,
  },
  fileOf('editing', 3, [...forms, table]),
  fileOf('uploads', 2, [...forms, media]),
  fileOf('leaving', 1, [...forms, user]),
  fileOf('form', 0, forms),
]
