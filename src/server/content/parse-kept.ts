import { isNewerBlock, setNewerAside } from '../../model/blocks/newer-blocks.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { parse } from '../../model/fields/parse.ts'

type Data = Record<string, unknown>

/**
 * Parses data of an entry as `parse` does. Blocks that a newer version made are kept as they are where the stored data in `held` has
 * them; any other of an unknown kind is refused.
 */
export const parseKept = (
  collection: Collection,
  rule: 'schema' | 'shown' | 'draft' | 'patch',
  data: unknown,
  held: readonly unknown[] = [data],
): Data => {
  const names = Object.keys(collection.fields).filter((name) => collection.fields[name]?.kind === 'blocks')
  const fieldsOf = (one: unknown) =>
    names.map((name) => (typeof one === 'object' && one && Reflect.get(one, name)) ?? [])
  const known = new Set(
    held
      .flatMap(fieldsOf)
      .flat()
      .filter(isNewerBlock)
      .map((block) => JSON.stringify(block)),
  )
  if (known.size === 0) return parse(collection[rule], data) as Data
  const given = { ...(data as Data) }
  const aside = names.flatMap((name) => {
    if (!Object.hasOwn(given, name)) return []
    const { value, putBack } = setNewerAside(given[name], (block) => known.has(JSON.stringify(block)))
    given[name] = value
    return [{ name, putBack }]
  })
  const parsed = { ...(parse(collection[rule], given) as Data) }
  for (const { name, putBack } of aside) parsed[name] = putBack(parsed[name])
  return parsed
}
