import { fields } from '../../model/fields/fields.ts'
import type { CellOutcome } from './cell-editor.tsx'
import { cellValue } from './cell-value.ts'
import { EditableCell } from './entry-cell.tsx'

interface Props {
  order: number
  count: number
  title: string
  move(position: number): void
}

/** Position of an entry, which moves it when it is edited. */
export const OrderCell = ({ order, count, title, move }: Props) => {
  const field = fields.integer({ label: 'Order', min: 1, max: count })
  const save = async (typed: string): Promise<CellOutcome> => {
    const next = cellValue(field, typed)
    if ('problem' in next) return next
    if (typeof next.value === 'number' && next.value !== order) move(next.value)
    return undefined
  }
  return (
    <EditableCell field={field} label={`Order of ${title}`} text={String(order)} shown={String(order)} save={save} />
  )
}
