import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry, ScheduleTimes } from '../../model/content/entry.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { useSubmit } from '../form/simple-form.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Problem } from '../ui/problem.tsx'
import { exactTime, localTime, timeZone } from '../ui/times.ts'
import { toastChange } from '../ui/undo.ts'

interface ChosenTime {
  iso: string
  /** Note when the clocks change at that time. */
  note: string | undefined
}

const anHour = 3_600_000

/** Reads the value of a `datetime-local` input; undefined for an empty or incomplete one. */
export const chosenTime = (value: string): ChosenTime | undefined => {
  const time = new Date(value)
  if (value === '' || Number.isNaN(time.getTime())) return undefined
  const again = localTime(new Date(time.getTime() + anHour).toISOString()) === value.slice(0, 16)
  const note =
    localTime(time.toISOString()) !== value.slice(0, 16)
      ? 'Clocks go forward then, and this hour is left out. The next one is meant.'
      : again
        ? 'Clocks go back then, and this hour comes twice. The first one is meant.'
        : undefined
  return { iso: time.toISOString(), note }
}

interface TimeInputProps {
  name: keyof ScheduleTimes
  label: string
  help: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

const TimeInput = ({ name, label, help, value, error, onChange }: TimeInputProps) => {
  const chosen = chosenTime(value)
  return (
    <div>
      <TextInput
        type="datetime-local"
        name={name}
        label={label}
        description={help}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="sm" mt={4} role="status" mih="1.4em">
        {chosen && [exactTime(chosen.iso), chosen.note].filter(Boolean).join('. ')}
      </Text>
    </div>
  )
}

interface Props {
  collection: CollectionName
  entry: Entry
  close(): void
}

/** Chooses when an entry is published and unpublished. */
const ScheduleDialog = ({ collection, entry, close }: Props) => {
  const { publishAt = null, takeOffAt = null } = entry.schedule ?? {}
  const [live, setLive] = useState(localTime(publishAt))
  const [off, setOff] = useState(localTime(takeOffAt))

  const save = async (times: ScheduleTimes) => {
    await call('PUT /api/entries/:collection/:id/schedule', { collection, id: entry.id, body: times })
    toastChange(times.publishAt || times.takeOffAt ? 'Scheduled' : 'Schedule cancelled')
    await forgetEntries(collection)
    close()
  }
  const { submit, busy, problems, problem } = useSubmit(() =>
    save({ publishAt: chosenTime(live)?.iso ?? null, takeOffAt: chosenTime(off)?.iso ?? null }),
  )
  const cancel = useSubmit(() => save({}))
  const ofDraft = Object.entries(problems).find(([name]) => name !== 'publishAt' && name !== 'takeOffAt')?.[1]

  return (
    <Modal opened onClose={close} title="Publish at a time" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Problem>{ofDraft ? `The draft cannot be published yet: ${ofDraft}` : (problem ?? cancel.problem)}</Problem>
          <Text size="sm" c="dimmed">
            Times are those of this browser: {timeZone()}. The site does it on its own, also when you are away.
          </Text>
          <TimeInput
            name="publishAt"
            label="Publish at"
            help="As the draft is then: what you change until then is published, too."
            value={live}
            error={problems.publishAt}
            onChange={setLive}
          />
          <TimeInput
            name="takeOffAt"
            label="Unpublish at"
            help="The entry stays here and can be published again."
            value={off}
            error={problems.takeOffAt}
            onChange={setOff}
          />
          <Group justify="flex-end">
            {entry.schedule && (
              <Button variant="subtle" color="gray" loading={cancel.busy} onClick={cancel.submit}>
                Cancel the schedule
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={live === '' && off === '' && !entry.schedule}>
              Schedule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export default ScheduleDialog
