import type { Fields } from './fields.ts'

/** The links in the values of these fields, those in lists of items included, by path: `cv`, `socials.1.url`. */
export const linksOf = (fields: Fields, data: Record<string, unknown>): [path: string, url: string][] =>
  Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const value = data[name]
    if (field.kind === 'url') return typeof value === 'string' && value !== '' ? [[name, value]] : []
    const inner = field.item?.fields
    if (!inner || !Array.isArray(value)) return []
    return value.flatMap((item, n) =>
      typeof item === 'object' && item !== null
        ? linksOf(inner, item).map(([path, url]): [string, string] => [`${name}.${n}.${path}`, url])
        : [],
    )
  })
