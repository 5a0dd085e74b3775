import { Group, Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { gestures, modKey, type Scope, type Shortcut, shortcuts, singleKeys } from '../ui/keys.ts'

const captions: readonly (readonly [Scope, string])[] = [
  ['everywhere', 'Everywhere'],
  ['lists', 'In lists'],
  ['form', 'In forms'],
  ['blocks', 'In blocks of text and images'],
  ['choices', 'In a variant of the CV'],
  ['contact', 'In Contact'],
  ['settings', 'In Settings'],
  ['screens', 'Screens'],
]

const names: Readonly<Record<string, string>> = {
  mod: modKey,
  shift: 'Shift',
  alt: 'Alt',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}
const shown = (key: string) => names[key] ?? key

/** `mod+shift+z` and `g p` as separate keys. */
const partsOf = (key: string) =>
  key.split(/[+ ]/).map((part) => (key.startsWith('mod+') && part.length === 1 ? part.toUpperCase() : shown(part)))

const Keys = ({ of }: { of: readonly string[] }) => (
  <Group gap={4}>
    {of.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </Group>
)

type Row = readonly [id: string, alternatives: readonly (readonly string[])[], label: string]

const rowsOf = (of: Readonly<Record<string, Shortcut>>): Row[] =>
  Object.entries(of).map(([id, { keys, label }]) => [id, keys.map(partsOf), label])

const KeyTable = ({ rows, caption }: { rows: readonly Row[]; caption: string }) => (
  <Table withRowBorders={false} captionSide="top" verticalSpacing={4}>
    <Table.Caption ta="start" mt={0}>
      {caption}
    </Table.Caption>
    <Table.Thead className="visually-hidden">
      <Table.Tr>
        <Table.Th>Keys</Table.Th>
        <Table.Th>Action</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(([id, alternatives, label]) => (
        <Table.Tr key={id} data-shortcut={id}>
          <Table.Td w={150}>
            <Group gap={8}>
              {alternatives.map((keys) => (
                <Keys key={keys.join()} of={keys} />
              ))}
            </Group>
          </Table.Td>
          <Table.Td>{label}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const Shortcuts = ({ opened, close }: { opened: boolean; close: () => void }) => {
  const single = useSyncExternalStore(singleKeys.subscribe, singleKeys.on)
  return (
    <Modal opened={opened} onClose={close} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Switch
          label="Single-key shortcuts"
          description="Off: letters do nothing; combinations with Ctrl or ⌘ still work. For this device."
          checked={single}
          onChange={(event) => singleKeys.set(event.currentTarget.checked)}
        />
        {captions.map(([scope, caption]) => (
          <KeyTable key={scope} rows={rowsOf(shortcuts[scope])} caption={caption} />
        ))}
        <KeyTable
          rows={gestures.map(([keys, label]) => [label, [keys.map(shown)], label])}
          caption="In tables, fields and dialogs"
        />
        <Text size="xs" c="dimmed">
          No letter is a shortcut while you type in a field.
        </Text>
      </Stack>
    </Modal>
  )
}

export default Shortcuts
