const quotedIds = /"([0-9a-f]{8}-[0-9a-f-]{27})"/g
const mediaUrls = /\/media\/([0-9a-f]{16})[.-]/g

/** Ids of images and stems of files that texts name. */
export interface NamedMedia {
  ids: Set<string>
  stems: Set<string>
}

export const nothingNamed = (): NamedMedia => ({ ids: new Set(), stems: new Set() })

export const noteMedia = ({ ids, stems }: NamedMedia, json: string | null): void => {
  if (json === null) return
  for (const [, id] of json.matchAll(quotedIds)) ids.add(id as string)
  for (const [, stem] of json.matchAll(mediaUrls)) stems.add(stem as string)
}

export const mediaNamedIn = (json: string): NamedMedia => {
  const named = nothingNamed()
  noteMedia(named, json)
  return named
}

/** True when this item is named, by its id or by the stem of one of these renditions of it. */
export const isNamed = ({ ids, stems }: NamedMedia, id: string, ...renditions: string[]): boolean =>
  ids.has(id) || renditions.some((stem) => stems.has(stem))
