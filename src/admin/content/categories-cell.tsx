import { useCategories } from '../api/settings-api.ts'
import { asText } from '../form/names.ts'
import { EntryCell, type EntryCellProps } from './entry-cell.tsx'

/** Cell with an entry's categories. One category can be exchanged here, several in the form. */
export const CategoriesCell = (props: EntryCellProps) => {
  const categories = useCategories() ?? []
  const value = props.entry.data[props.name]
  const field = {
    ...props.field,
    options: ['', ...categories.map(({ id }) => id)],
    labels: ['None', ...categories.map(({ label }) => label)],
  }
  if (Array.isArray(value) && value.length > 1) return asText(field, value)
  return <EntryCell {...props} field={field} />
}
