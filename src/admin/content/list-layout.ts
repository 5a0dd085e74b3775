import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { type CollectionName, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Field, FieldKind } from '../../model/fields/fields.ts'

export type Drawing = 'row' | 'item' | 'tile'

/** Fixed heights in px, so that no row is measured. Also in styles/entries.css. */
const heights = { row: 53, item: 61, phoneItem: 92, tile: 288 }

/** Widths of columns in px. Texts share what these leave; of that the title has twice as much as any other. */
const columnWidths: { [kind in FieldKind]?: number } = { image: 64, percent: 80, rating: 80, integer: 80, select: 88 }
const [handleToOrder, actionsWidth, statusWidth] = [100, 152, 176]
const [leastTitle, leastText, easyText] = [144, 88, 128]
const [leastTile, leastTileOnPhone, tileGap] = [208, 144, 16]

const columnWidth = ({ kind, max = Number.POSITIVE_INFINITY }: Field) =>
  columnWidths[kind] ?? (max > 20 ? undefined : 80)

/** The number of columns that share the free width with the title, the width of all others, and the least width of the table. */
const columnsOf = ({ table, fields }: Collection) => {
  const widths = table.map((name) => fields[name] && columnWidth(fields[name]))
  const texts = widths.filter((width) => width === undefined).length - 1
  const taken = widths.reduce<number>((sum, width) => sum + (width ?? 0), handleToOrder + actionsWidth)
  return { texts, taken, least: taken + leastTitle + texts * leastText }
}

const useMedia = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

/** True where the window leaves less than this width to a list, in px: next to the sidebar, within the screen's margins. */
const useNarrowerThan = (width: number) => useMedia(`(max-width: ${Math.ceil((width + 224) / 0.95)}px)`)

/** Layout of a list in this window: rows, items or tiles, and their sizes in px. `width` is the list's own. */
export const useListLayout = (collection: CollectionName, tiles: boolean, width: number) => {
  const definition = collections[collection] as object as Collection
  const { texts, taken, least } = useMemo(() => columnsOf(definition), [definition])
  const isPhone = useMedia('(max-width: 48em)')
  const isItems = useNarrowerThan(least) || isPhone
  const narrow = useNarrowerThan(least + statusWidth + texts * (easyText - leastText))
  const drawing: Drawing = tiles ? 'tile' : isItems ? 'item' : 'row'
  const perRow = Math.floor((width + tileGap) / ((isPhone ? leastTileOnPhone : leastTile) + tileGap))
  return {
    drawing,
    /** True where the status stands under the title: the table has no room for its column. */
    narrow,
    height: heights[drawing === 'item' && isPhone ? 'phoneItem' : drawing],
    /** Tiles next to each other. */
    lanes: tiles ? Math.max(1, perRow) : 1,
    columnSize: (name: string): number | undefined => {
      const field = definition.fields[name]
      if (name !== definition.preview.title) return field && columnWidth(field)
      return width === 0 ? undefined : ((width - taken - (narrow ? 0 : statusWidth)) * 2) / (texts + 2)
    },
  }
}
