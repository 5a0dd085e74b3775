import { Alert, Badge, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { findCollection } from '../../model/content/collections.ts'
import { counted } from '../../model/counted.ts'
import {
  type ImportOutcome,
  type ImportRow,
  type ImportTable,
  longestImport,
} from '../../model/imports/import-table.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { asApiError, call, forgetAll } from '../api/client.ts'
import { Empty } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { toastChange } from '../ui/undo.ts'

/** Asks what an import of this text would do. Throws `ApiError`. */
const previewImport = (file: string) =>
  call('POST /api/imports', { query: { preview: true }, body: { file } }) as Promise<ImportTable>

/** Imports these rows. Throws `ApiError`. */
const importRows = async (file: string, chosen: readonly string[]): Promise<ImportOutcome> => {
  const outcome = await call('POST /api/imports', { body: { file, chosen } })
  // It touches entries and settings.
  await forgetAll()
  return outcome as ImportOutcome
}

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
const isImportable = ({ state }: ImportRow): boolean => state === 'new' || state === 'changed'

interface Props {
  rows: readonly ImportRow[]
  chosen: ReadonlySet<string>
  choose(key: string, isChosen: boolean): void
}

/** Effects of an import, a line for each thing of the file; what can be imported has a checkbox. */
const ImportRows = ({ rows, chosen, choose }: Props) => (
  <ul className="rows surface">
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

interface Read {
  file: string
  name: string
  rows: readonly ImportRow[]
}

const summaryOf = (rows: readonly ImportRow[]) => {
  const count = (state: ImportRow['state']) => rows.filter((row) => row.state === state).length
  return `${count('new')} new, ${count('changed')} changed, ${count('same')} the same, ${count('skipped')} skipped.`
}

const sentenceOf = (error: unknown): string => {
  const { message, fields } = asApiError(error)
  const [first] = Object.values(fields ?? {})
  return first ?? message
}

/** A CV from a file: what is new and changed in it, chosen and imported as one change. */
export const ImportScreen = () => {
  const [read, setRead] = useState<Read>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const during = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await act().catch((error: unknown) => setProblem(sentenceOf(error)))
    setBusy(false)
  }
  const show = async (file: string, name: string) => {
    const { rows } = await previewImport(file)
    setRead({ file, name, rows })
    setChosen(new Set(rows.filter(isImportable).map(({ key }) => key)))
  }
  const open = (file: File | null) =>
    file &&
    during(async () => {
      setRead(undefined)
      if (file.size > 4 * longestImport) throw new Error('The file is too large for a CV.')
      await show(await file.text(), file.name)
    })
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(key)
    else next.delete(key)
    setChosen(next)
  }
  const run = ({ file, name }: Read) =>
    during(async () => {
      const { created, changed, drafts } = await importRows(file, [...chosen])
      const imported = `Imported ${counted(created + changed, 'thing')}${drafts > 0 ? `, ${drafts} of them as drafts` : ''}`
      toastChange(imported, 'Undo import')
      // It is imported, whether this can be read again or not.
      await show(file, name).catch(() => setRead(undefined))
    })

  const importable = read?.rows.filter(isImportable).length ?? 0
  const choice = (
    <FileButton accept="application/json,.json" onChange={open}>
      {(props) => (
        <Button
          {...props}
          variant={read ? 'default' : 'filled'}
          leftSection={<FileUp size={16} aria-hidden />}
          loading={busy}
        >
          Choose a file
        </Button>
      )}
    </FileButton>
  )
  return (
    <Screen
      title="Import"
      lead="A CV in JSON Resume, which many CV programs export. Nothing is written before you have seen what it would do."
      actions={read && choice}
    >
      {problem && (
        <Alert color="red" role="alert" title="Nothing was imported">
          {problem}
        </Alert>
      )}
      {read ? (
        <Stack gap="md">
          <Text role="status">
            {read.name}: {summaryOf(read.rows)}
          </Text>
          <ImportRows rows={read.rows} chosen={chosen} choose={choose} />
          {importable > 0 && (
            <Group gap="xs">
              <Button disabled={chosen.size === 0} loading={busy} onClick={() => run(read)}>
                Import {counted(chosen.size, 'thing')}
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  setChosen(chosen.size > 0 ? new Set() : new Set(read.rows.filter(isImportable).map(({ key }) => key)))
                }
              >
                {chosen.size > 0 ? 'Choose none' : 'Choose all'}
              </Button>
            </Group>
          )}
        </Stack>
      ) : (
        <Empty title="No file yet" action={choice}>
          Work, education, projects, skills, certificates, languages, publications and your profile are compared with
          what is here. You choose what to take; Undo import takes all of it back.
        </Empty>
      )}
    </Screen>
  )
}
