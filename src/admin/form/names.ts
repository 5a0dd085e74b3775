import { useQueries } from '@tanstack/react-query'
import { readableMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import { type Block, isNewerBlock, kindsByName, storedBlocks } from '../../model/blocks/kinds.ts'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import { type Field, type FieldKind, type Fields, present } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { awaitedFile, mediaIdIn } from '../../model/media/awaited-file.ts'
import { asApiError, call } from '../api/client.ts'
import { useCategoryName } from '../api/settings-api.ts'

type Data = Readonly<Record<string, unknown>>

/** Name for a value that is an id. */
export type NameOf = (field: Pick<Field, 'kind'> & { label?: string }, id: string) => string

const named: ReadonlySet<FieldKind> = new Set(['image', 'video', 'entry'])

export const isNamed = ({ kind }: Pick<Field, 'kind'>): boolean => named.has(kind)

/** Bounds the calls that one difference makes; what is beyond is called by its field. */
const mostNames = 24

/** Leaves by their path, in which a block has its id instead of its place: an added block moves the others. */
const leavesByBlock = (fields: Fields, data: Data) =>
  new Map(
    leavesOf(fields, data)
      .filter(({ field, value }) => isNamed(field) && mediaIdIn(value) !== null)
      .map((leaf) => {
        const [name = '', place = '', ...rest] = leaf.path.split('.')
        const list = data[name]
        const block = Array.isArray(list) ? (list[Number(place)] as { id?: string } | undefined)?.id : undefined
        return [[name, block ?? place, ...rest].join('.'), leaf]
      }),
  )

/** The images, videos and entries that one state names in a place where the other does not. */
export const namesWanted = (fields: Fields, before: Data, after: Data): { field: Field; id: string }[] => {
  const [was, is] = [leavesByBlock(fields, before), leavesByBlock(fields, after)]
  const found = new Map<string, Field>()
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const leaves = [was.get(key), is.get(key)]
    if (leaves[0]?.value === leaves[1]?.value) continue
    for (const leaf of leaves) if (leaf) found.set(String(leaf.value), leaf.field)
  }
  return [...found].slice(0, mostNames).map(([id, field]) => ({ id, field }))
}

const titleOf = async (collection: string, id: string, signal: AbortSignal): Promise<string> => {
  const definition = findCollection(collection)
  const { data } = await call('GET /api/entries/:collection/:id', {
    collection: collection as CollectionName,
    id,
    signal,
  })
  return String(Reflect.get(data, definition?.preview.title ?? '') || 'Untitled')
}

/** Names for the ids by which two states of the same fields differ: those of media, entries and categories. */
export const useNames = (fields: Fields, before: Data | undefined, after: Data | undefined): NameOf => {
  const categoryName = useCategoryName()
  const wanted = namesWanted(fields, before ?? {}, after ?? {})
  const found = useQueries({
    queries: wanted.map(({ field: { kind, collection = '' }, id }) => ({
      queryKey: kind === 'entry' ? ['entries', collection, 'title', id] : ['media', 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        kind === 'entry'
          ? titleOf(collection, id, signal)
          : call('GET /api/media/:id', { id, signal }).then(({ name }) => name),
      retry: false,
    })),
  })
  return ({ kind, label }, id) => {
    if (kind === 'categories') return categoryName(id)
    const file = awaitedFile(id)
    if (file) return `${file.name}, not uploaded yet`
    const query = found[wanted.findIndex((one) => one.id === id)]
    if (!query) return (label ?? kind).toLowerCase()
    if (query.data !== undefined || !query.error) return query.data ?? '…'
    return asApiError(query.error).code === 'not-found' ? 'deleted for good' : 'could not be loaded'
  }
}

const textOf = (block: Block, nameOf: NameOf): string => {
  if (isNewerBlock(block)) return `A block of a newer version (${block.kind})`
  const leaves = leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block)
  const named = leaves.flatMap(({ field, value }) =>
    isNamed(field) && typeof value === 'string' ? [`${field.label}: ${nameOf(field, value)}`] : [],
  )
  return [...named, readableMarkdown([block])].filter((text) => text !== '').join('\n')
}

/** Text of blocks, with the names of the images, videos and entries in them. */
export const blocksText = (value: unknown, nameOf: NameOf): string =>
  storedBlocks(value)
    .map((block) => textOf(block, nameOf))
    .filter((text) => text !== '')
    .join('\n\n')

/** An item of several values; its id says nothing to a person. */
const partsOf = (item: object | null): string =>
  Object.entries(item ?? {})
    .flatMap(([name, part]) => (name === 'id' ? [] : part))
    .join(' · ')

const byId: NameOf = (_, id) => id

/** Value of a field as text, for tables, conflicts and History; `nameOf` names what is stored as an id. */
export const asText = (
  field: Pick<Field, 'kind' | 'options' | 'labels' | 'ongoing' | 'item'> & { label?: string },
  value: unknown,
  nameOf = byId,
): string => {
  if (value !== undefined && value === field.ongoing) return present
  if (value === null || value === undefined || value === '') return ''
  const file = awaitedFile(value)
  if (file) return `${file.name}, not uploaded yet`
  if (field.kind === 'blocks') return blocksText(value, nameOf)
  const labelOf = (option: unknown): string => {
    if (field.kind === 'categories' && !field.options) return nameOf(field, String(option))
    const at = (field.options as readonly unknown[] | undefined)?.indexOf(option) ?? -1
    return field.labels?.[at] ?? String(option)
  }
  if (field.item && Array.isArray(value)) {
    const parts = Object.entries(field.item.fields) as [string, Field][]
    const textOf = (item: unknown) =>
      parts
        .map(([name, part]) => [part, name === '' ? item : Reflect.get(Object(item), name)] as const)
        // No choice says nothing to a person, and an id does not either.
        .filter(([{ kind, empty }, inner]) => kind !== 'id' && !(kind === 'select' && inner === empty))
        .map(([part, inner]) => asText(part, inner, nameOf))
        .filter((text) => text !== '')
    return value.map((item) => textOf(item).join(' · ')).join(', ')
  }
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? partsOf(item) : labelOf(item))).join(', ')
  if (field.kind === 'flag') return value ? 'Yes' : 'No'
  if (field.kind === 'percent') return `${value} %`
  if (field.kind === 'rating') return `${value} of 5`
  if (field.kind === 'select') return labelOf(value)
  return String(value)
}
