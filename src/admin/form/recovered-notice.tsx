import { Alert, Button, Group } from '@mantine/core'
import { fullTime } from '../ui/times.ts'
import type { Form } from './use-form.ts'

export const RecoveredNotice = ({ form: { recoveredAt, discard } }: { form: Form }) =>
  recoveredAt !== undefined && (
    <Alert color="blue" variant="light" p="sm" mb="md" role="status" title="Unsaved text recovered">
      <Group justify="space-between" gap="xs">
        <span>Typed on {fullTime(recoveredAt)} and never saved. It is back in the fields.</span>
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
