import { withoutTurning } from '../text-rules.ts'

/** A file that was picked for a place in a draft and is not in Media yet. */
export interface AwaitedFile {
  id: string
  name: string
}

const pattern = /^awaited-[0-9a-f-]{36}\/\P{Cc}{1,100}$/u
const idLength = 'awaited-'.length + 36

/**
 * Value of an image, a video or a link to a file, from when the file is picked until it is uploaded. It stands in the value itself, so
 * that it goes wherever the value goes: with a moved block, a copy, an undo, an export. Only drafts take it.
 */
export const awaitedValue = ({ id, name }: AwaitedFile): string => {
  const shown = [
    ...withoutTurning(name)
      .replaceAll(/\p{Cc}/gu, '')
      .trim(),
  ]
    .slice(0, 50)
    .join('')
  return `awaited-${id}/${shown || 'file'}`
}

/** The file that a value awaits; undefined for any other value. */
export const awaitedFile = (value: unknown): AwaitedFile | undefined =>
  typeof value === 'string' && value.startsWith('awaited-') && pattern.test(value)
    ? { id: value.slice('awaited-'.length, idLength), name: value.slice(idLength + 1) }
    : undefined

/** The id of Media that a value is; null for none, and for an awaited file. */
export const mediaIdIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && !awaitedFile(value) ? value : null

/** Why a value cannot be published; undefined for one that awaits no file. */
export const awaitedProblem = (value: unknown): string | undefined => {
  const file = awaitedFile(value)
  return file && `“${file.name}” is not uploaded yet. Wait for it, or pick it again.`
}

/** The data with the values that `replace` gives for awaited files; the same object when there are none. */
export const withFiles = <T>(data: T, replace: (file: AwaitedFile) => string | undefined): T => {
  if (typeof data === 'string') {
    const file = awaitedFile(data)
    return ((file && replace(file)) ?? data) as T
  }
  if (typeof data !== 'object' || data === null) return data
  let isChanged = false
  const entries = Object.entries(data).map(([name, value]) => {
    const next = withFiles(value, replace)
    isChanged ||= next !== value
    return [name, next] as const
  })
  if (!isChanged) return data
  return (Array.isArray(data) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T
}

/** The files that data awaits, each once. */
export const awaitedFilesIn = (data: unknown): AwaitedFile[] => {
  const found = new Map<string, AwaitedFile>()
  withFiles(data, (file) => {
    found.set(file.id, file)
    return undefined
  })
  return [...found.values()]
}
