import { counted } from '../../model/counted.ts'
import { completedLink } from '../../model/fields/completed-link.ts'
import type { Field } from '../../model/fields/fields.ts'
import { sameValue } from '../../model/same-value.ts'
import { toast, toastError } from '../ui/toast.tsx'

export interface List {
  name: string
  field: Field
  items: readonly unknown[]
  blank: unknown
  onChange(items: readonly unknown[]): void
}

/** Rows of a table as spreadsheets and browsers copy it. A cell with a line end of its own stands in quotation marks. */
const rowsIn = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replace(/\s+/g, ' ').trim())
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

const cellValue = ({ kind, empty }: Field, cell: string): unknown => {
  if (kind === 'url') return completedLink(cell)
  return kind !== 'integer' ? cell : cell === '' ? empty : Number(cell.replaceAll(/\D/g, '').slice(0, 7))
}

const cells = /^(?:text|textarea|url|integer)$/

/** Puts the first row into the item of this input and the others into new ones behind it; refuses what does not fit as a whole. */
export const pasteRows = (text: string, input: HTMLInputElement, list: { readonly current: List }): void => {
  const { name, field, items: before, blank, onChange } = list.current
  const [index = '', part] = input.name.slice(name.length + 1).split('.')
  const [rows, at, most = 0] = [rowsIn(text.replace(/\r\n?/g, '\n')), Number(index), field.max]
  const parts = Object.entries(field.item?.fields ?? {}) as [string, Field][]
  const columns = parts.slice(parts.findIndex(([one]) => one === part)).filter(([, { kind }]) => cells.test(kind))
  if (columns[0]?.[0] !== part) {
    document.execCommand('insertText', false, text)
    return
  }
  const width = Math.max(...rows.map(({ length }) => length))
  if (width > columns.length || before.length - 1 + rows.length > most) {
    const size = `The table has ${rows.length} × ${width} cells. Here fit ${most} rows of ${columns.length}.`
    toastError(new Error(size), 'Nothing was pasted')
    return
  }
  const filled = (item: unknown, row: readonly string[]) => {
    const cells = columns.slice(0, row.length).map(([key, one], n) => [key, cellValue(one, row[n] ?? '')])
    return typeof item === 'string' ? row[0] : { ...Object(item), ...Object.fromEntries(cells) }
  }
  const pasted = rows.map((row, n) => filled(n === 0 ? before[at] : blank, row))
  const after = before.toSpliced(at, 1, ...pasted)
  onChange(after)
  const undo = () => {
    const { items, onChange: change } = list.current
    const isPasted = (item: unknown) => pasted.some((one) => sameValue(one, item))
    change(sameValue(items, after) ? before : items.filter((item) => !isPasted(item)))
  }
  toast(`Pasted as ${counted(rows.length, 'row')}`, { id: 'rows', undo })
}
