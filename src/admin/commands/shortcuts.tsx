import { Group, Kbd, Modal, Table } from '@mantine/core'
import { modKey } from './mod-key.ts'

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[modKey, 'K'], 'Search and commands'],
  [[modKey, 'S'], 'Save the draft now'],
  [[modKey, 'Enter'], 'Publish what you are editing'],
  [[modKey, 'Z'], 'Undo the last change (outside fields)'],
  [['Space', '↑ ↓', 'Space'], 'Pick up, move and drop a row'],
  [['Shift', 'Click'], 'Select a range of rows'],
  [['Esc'], 'Close the dialog or menu'],
  [['?'], 'This list'],
]

const inContact: typeof shortcuts = [
  [['j', 'k'], 'Next and previous message (also ↓ ↑)'],
  [['Enter'], 'Open it'],
  [['e'], 'Archive'],
  [['r'], 'Reply'],
  [[modKey, 'Enter'], 'Send the reply'],
  [['!'], 'Spam'],
  [['#'], 'Delete'],
  [['u'], 'Mark as unread'],
  [['x'], 'Select it'],
  [['z'], 'Undo the last of these'],
  [['/'], 'Search messages'],
  [['Esc'], 'Back to the list'],
]

const Keys = ({ of, caption }: { of: typeof shortcuts; caption?: string }) => (
  <Table withRowBorders={false} captionSide="top">
    {caption && <Table.Caption ta="start">{caption}</Table.Caption>}
    <Table.Thead className="visually-hidden">
      <Table.Tr>
        <Table.Th>Keys</Table.Th>
        <Table.Th>Action</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {of.map(([keys, action]) => (
        <Table.Tr key={action}>
          <Table.Td w={150}>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Table.Td>
          <Table.Td>{action}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const Shortcuts = ({ opened, close }: { opened: boolean; close: () => void }) => (
  <Modal opened={opened} onClose={close} title="Keyboard shortcuts">
    <Keys of={shortcuts} />
    <Keys of={inContact} caption="In Contact" />
  </Modal>
)

export default Shortcuts
