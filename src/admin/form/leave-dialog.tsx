import { Button, Group, Modal, Text } from '@mantine/core'

interface Props {
  opened: boolean
  leave(): void
  stay(): void
  children: string
}

export const LeaveDialog = ({ opened, leave, stay, children }: Props) => (
  <Modal opened={opened} onClose={stay} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Stay here' }}>
    <Text size="sm">{children}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={leave}>
        Leave
      </Button>
      <Button onClick={stay} data-autofocus>
        Stay here
      </Button>
    </Group>
  </Modal>
)
