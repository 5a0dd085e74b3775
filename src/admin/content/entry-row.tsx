import { memo } from 'react'
import { type CollectionName, collections, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { asText } from '../form/names.ts'
import { Thumb, ThumbImage } from '../media/thumb.tsx'
import { RowBox } from '../ui/row-box.tsx'
import { SortingHandle } from '../ui/sorting/sorting-handle.tsx'
import type { Sorting } from '../ui/sorting/use-sorting.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { FollowLink } from '../ui/use-follow-link.ts'
import { CategoriesCell } from './categories-cell.tsx'
import { isEditableCell } from './cell-value.ts'
import { EntryCell } from './entry-cell.tsx'
import { OrderCell } from './order-cell.tsx'
import { RowActions } from './row-actions.tsx'

interface EntryRowProps {
  collection: CollectionName
  entry: Entry
  chosen: boolean
  choose(id: string, range: boolean): void
  follow: FollowLink
  remove(entry: Entry): void
  moveToTop: ((id: string) => void) | undefined
  /** Undefined while the list is searched. */
  moveTo: ((id: string, position: number) => void) | undefined
  count: number
  /** Undefined while the list is searched: hidden entries have a position, too. */
  sorting: Sorting | undefined
  /** URLs of thumbnails; undefined while they load. */
  thumbs: ReadonlyMap<string, string | undefined> | undefined
  as: 'row' | 'item'
}

/** Title of an entry. Without one: its collection and position. */
export const entryTitle = (collection: CollectionName, { data, order }: Pick<Entry, 'data' | 'order'>): string => {
  const definition = findCollection(collection)
  const title = definition && asText({ kind: 'text' }, data[definition.preview.title])
  return title || `${collections[collection].label.one} ${order}, without a ${definition?.preview.title ?? 'title'}`
}

/** Row of an entry. Memoized, so that it renders only when its own data changes. */
export const EntryRow = memo((props: EntryRowProps) => {
  const { collection, entry, chosen, choose, follow, remove, moveToTop, moveTo, count, sorting, thumbs } = props
  const definition = findCollection(collection)
  if (!definition) return null
  const { fields, table, preview, admin } = definition
  const title = entryTitle(collection, entry)
  const titleId = `title-${entry.id}`
  const frame = { 'data-chosen': chosen || undefined, 'data-list-item': true }
  const handle = sorting && <SortingHandle sorting={sorting} id={entry.id} name={title} />
  const box = <RowBox title={title} chosen={chosen} choose={(range) => choose(entry.id, range)} />
  const link = (
    <a
      id={titleId}
      className="row-title"
      href={`/admin/${admin.path}/edit/${entry.id}`}
      onClick={follow}
      data-list-focus
      data-list-open
    >
      {title}
    </a>
  )
  const image = (id: unknown) => {
    const older = typeof id === 'string' && id !== '' && thumbs && !thumbs.has(id)
    return older ? <Thumb id={id} /> : <ThumbImage src={thumbs?.get(String(id))} />
  }
  const status = <StatusMark entry={entry} />
  const actions = <RowActions {...{ collection, entry, titleId, follow, remove, moveToTop }} />

  if (props.as === 'item') {
    return (
      <li className="entry-item" {...frame}>
        {handle}
        {box}
        {preview.image && image(entry.data[preview.image])}
        <div className="entry-item-text">
          {link}
          {status}
        </div>
        {actions}
      </li>
    )
  }
  return (
    <tr className="entry-row" {...frame}>
      <td className="cell-handle">{handle}</td>
      <td className="cell-box">{box}</td>
      <td className="cell-order">
        {moveTo ? (
          <OrderCell order={entry.order} count={count} title={title} move={(position) => moveTo(entry.id, position)} />
        ) : (
          entry.order
        )}
      </td>
      {table.map((name) => {
        const field = fields[name]
        if (!field) return null
        if (field.kind === 'image')
          return (
            <td key={name} className="cell-image">
              {image(entry.data[name])}
            </td>
          )
        const text = field.kind === 'categories' ? undefined : asText(field, entry.data[name])
        const Cell = field.kind === 'categories' ? CategoriesCell : EntryCell
        return (
          <td key={name} data-kind={field.kind} title={text}>
            {isEditableCell(field) ? (
              <Cell
                collection={collection}
                entry={entry}
                name={name}
                field={field}
                title={title}
                {...(name === preview.title ? { link } : {})}
              />
            ) : name === preview.title ? (
              link
            ) : (
              text
            )}
          </td>
        )
      })}
      <td className="cell-status">{status}</td>
      <td className="cell-actions">{actions}</td>
    </tr>
  )
})
