import { Badge, Checkbox, Text } from '@mantine/core'
import { findCollection } from '../../model/content/collections/index.ts'
import type { ImportRow } from '../../model/imports/import-table.ts'
import { settingFields } from '../../model/settings/settings.ts'

const states: Record<ImportRow['state'], string> = {
  new: 'New',
  changed: 'Changed',
  same: 'The same',
  skipped: 'Skipped',
}

const labelOf = ({ collection }: ImportRow, name: string): string => {
  const fields: Readonly<Record<string, { label: string }>> = findCollection(collection)?.fields ?? settingFields
  return Object.hasOwn(fields, name) ? (fields[name]?.label ?? name) : name
}

/** True for a row that an import can write. */
export const isImportable = ({ state }: ImportRow): boolean => state === 'new' || state === 'changed'

interface Props {
  rows: readonly ImportRow[]
  chosen: ReadonlySet<string>
  choose(key: string, isChosen: boolean): void
}

/** Effects of an import, a line for each thing of the file; what can be imported has a checkbox. */
export const ImportRows = ({ rows, chosen, choose }: Props) => (
  <ul className="rows">
    {rows.map((row) => {
      const kind = findCollection(row.collection)?.label.one ?? (row.collection === 'settings' ? 'About you' : 'Other')
      const title = `${kind}: ${row.title || 'Untitled'}`
      const changes =
        row.state === 'changed' ? `Changes ${row.fields.map((name) => labelOf(row, name)).join(', ')}.` : ''
      const detail = [changes, ...row.notes].filter((text) => text !== '').join(' ')
      return (
        <li key={row.key}>
          <div>
            {isImportable(row) ? (
              <Checkbox
                label={title}
                checked={chosen.has(row.key)}
                onChange={(event) => choose(row.key, event.currentTarget.checked)}
              />
            ) : (
              <Text size="sm">{title}</Text>
            )}
            {detail && (
              <Text size="xs" c="dimmed">
                {detail}
              </Text>
            )}
          </div>
          <Badge size="sm" variant="light" color="gray">
            {states[row.state]}
          </Badge>
        </li>
      )
    })}
  </ul>
)
