import { useRef, useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { Dots } from '../ui/dots.tsx'
import type { FollowLink } from '../ui/use-follow-link.ts'
import { useLoaded } from '../ui/use-loaded.ts'

// With the library's menu it is large, so it comes when a row's button is first touched.
const loadMenu = () => import('./row-menu.tsx')

interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  titleId: string
  follow: FollowLink
  remove(entry: Entry): void
  /** Undefined for the first row and where the order cannot change. */
  moveToTop?: ((id: string) => void) | undefined
}

/**
 * Edit and Delete in each row (specification, section 2), and a menu for the rest. Plain elements, since a table mounts
 * and unmounts dozens of rows while it scrolls.
 */
export const RowActions = ({ collection, entry, titleId, follow, remove, moveToTop }: RowActionsProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [touched, setTouched] = useState(false)
  const touch = () => setTouched(true)
  const menu = useLoaded(loadMenu, touched, () => {
    setTouched(false)
    setOpen(false)
  })
  const { admin } = collections[collection]
  return (
    <div className="row-actions">
      <a
        className="row-button"
        href={`/admin/${admin.path}/edit/${entry.id}`}
        onClick={follow}
        aria-describedby={titleId}
      >
        Edit
      </a>
      <button type="button" className="row-button" data-grave aria-describedby={titleId} onClick={() => remove(entry)}>
        Delete
      </button>
      <button
        type="button"
        ref={button}
        className="row-more"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-describedby={titleId}
        onPointerEnter={touch}
        onFocus={touch}
        onClick={() => {
          touch()
          setOpen(true)
        }}
      >
        <Dots of="more" />
      </button>
      {open && menu && button.current && (
        <menu.RowMenu
          collection={collection}
          entry={entry}
          button={button.current}
          moveToTop={moveToTop && (() => moveToTop(entry.id))}
          onClosed={() => setOpen(false)}
        />
      )}
    </div>
  )
}
