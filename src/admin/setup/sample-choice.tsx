import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Remnant } from '../../model/setup/setup-state.ts'
import { useFocusOnStep } from '../frame/use-focus-on-arrival.ts'
import { Screen } from '../ui/screen.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { toastChange } from '../ui/undo.ts'
import { countRemnants } from './count-remnants.ts'
import { removeSamples } from './setup-api.ts'

/** The second step: an empty page, or one whose samples are replaced one by one. */
export const SampleChoice = ({ remnants }: { remnants: readonly Remnant[] }) => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  useFocusOnStep()
  const remove = async () => {
    setBusy(true)
    try {
      await removeSamples()
      toastChange('Sample content removed')
      navigate('/admin')
    } catch (error) {
      toastError(error, 'Not removed')
      setBusy(false)
    }
  }
  return (
    <Screen title="Sample content" lead="Step 2 of 2. Your page still shows content of a made-up person.">
      <Stack gap="md" maw="40rem">
        <Text>
          Still there: {countRemnants(remnants)}. Visitors see it until it is removed or replaced. Removed content waits
          in the trash, and one undo brings all of it back.
        </Text>
        <Group>
          <Button loading={busy} onClick={remove}>
            Remove all sample content
          </Button>
          <Button component={Link} to="/admin" variant="default">
            Keep it and replace step by step
          </Button>
        </Group>
      </Stack>
    </Screen>
  )
}
