import { collectionNames } from '../../../model/content/collections.ts'
import { VitrineError } from '../../../model/errors.ts'
import { completeSectionOrder, partialSectionOrderSchema } from '../../../model/sections/section-order.ts'
import { findUnstorable } from '../../../model/text-rules.ts'

/** Problems that the message has; `problems` has all. */
const mostLines = 20

export class ImportRefused extends VitrineError {
  readonly problems: Record<string, string>
  constructor(problems: Record<string, string>) {
    const all = Object.entries(problems)
    const lines = all.slice(0, mostLines).map(([path, problem]) => `  ${path}: ${problem}`)
    if (all.length > mostLines) lines.push(`  … and ${all.length - mostLines} more.`)
    super('invalid', ['Nothing was imported.', ...lines].join('\n'))
    this.problems = problems
  }
}

export interface FileEntry {
  /** Undefined for a new entry. */
  id: string | undefined
  fields: Readonly<Record<string, unknown>>
}

export interface ContentFile {
  settings: Readonly<Record<string, unknown>> | undefined
  lists: [collection: string, entries: FileEntry[]][]
  /** Variants of the CV; missing when the file says nothing of them. */
  variants?: FileEntry[]
  /** Hash of what each text of a folder was when it was exported, by its path, such as `projects.0.blocks`. */
  exported?: ReadonlyMap<string, string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// The store knows them itself.
const passedOver = ['version', 'media', 'videos', 'redirects', 'times']
const known = new Set<string>([...passedOver, 'settings', 'cvVariants', ...collectionNames])

// A file made before a section existed does not list it. Anything else that is wrong with the order is left to be refused.
const withEverySection = (settings: Record<string, unknown>): Record<string, unknown> => {
  const { success, data } = partialSectionOrderSchema.safeParse(settings.sections)
  return success ? { ...settings, sections: completeSectionOrder(data) } : settings
}

export const parseJson = (text: string): unknown => {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ImportRefused({ file: `It is not JSON (${(error as Error).message}).` })
  }
}

/** Reads the form of `GET /api/content`; any part may be missing. Throws `ImportRefused`. */
export const readContentFile = (text: string): ContentFile => readContent(parseJson(text))

export const readContent = (content: unknown): ContentFile => {
  if (!isRecord(content)) throw new ImportRefused({ file: 'It has to be an object, as GET /api/content answers it.' })
  const unstorable = findUnstorable(content)
  if (unstorable) throw new ImportRefused({ [unstorable.join('.')]: 'It contains characters that cannot be stored.' })
  // A Map, since its keys come from the file.
  const problems = new Map<string, string>()
  for (const name of Object.keys(content)) if (!known.has(name)) problems.set(name, 'There is no such collection.')
  const seen = new Set<string>()
  const entryAt = (path: string, value: unknown): FileEntry[] => {
    if (!isRecord(value)) {
      problems.set(path, 'An entry is an object.')
      return []
    }
    const { id, order: _, ...fields } = value
    if (id !== undefined && (typeof id !== 'string' || id === '')) problems.set(`${path}.id`, 'An id is text.')
    else if (id !== undefined && seen.has(id)) problems.set(`${path}.id`, 'It is in the file twice.')
    else if (id !== undefined) seen.add(id)
    return [{ id: id as string | undefined, fields }]
  }
  const listAt = (name: string): FileEntry[] | undefined => {
    const list = content[name]
    if (list === undefined) return undefined
    if (Array.isArray(list)) return list.flatMap((value, n) => entryAt(`${name}.${n}`, value))
    problems.set(name, 'A collection is a list.')
    return undefined
  }
  const lists = collectionNames.flatMap((name): ContentFile['lists'] => {
    const list = listAt(name)
    return list ? [[name, list]] : []
  })
  const variants = listAt('cvVariants')
  if (content.settings !== undefined && !isRecord(content.settings)) problems.set('settings', 'Settings are an object.')
  if (problems.size > 0) throw new ImportRefused(Object.fromEntries(problems))
  return {
    settings: isRecord(content.settings) ? withEverySection(content.settings) : undefined,
    lists,
    ...(variants ? { variants } : {}),
  }
}
