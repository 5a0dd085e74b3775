import { Fieldset, NativeSelect, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core'
import type { Settings } from '../../model/settings/settings.ts'
import { useMail } from './mail-api.ts'
import { MailState } from './mail-state.tsx'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** What e-mail is sent because of messages. */
export const MailTab = ({ form }: { form: SettingsForm }) => {
  const { notices, digestHour, acknowledge, acknowledgement } = form.values
  const { data } = useMail()
  const unable = data?.transport === 'emailjs'
  return (
    <Stack gap="lg" className="fields">
      <MailState />
      <Fieldset legend={settingLabels.notices} variant="unstyled">
        <Text size="xs" c="dimmed" mb={6}>
          How you are told of messages. What is held as spam is never told.
        </Text>
        <SegmentedControl
          aria-label={settingLabels.notices}
          value={notices}
          onChange={(value) => form.set('notices', value as Settings['notices'])}
          data={[
            { value: 'each', label: 'Each at once' },
            { value: 'daily', label: 'All of a day together' },
          ]}
        />
        {notices === 'daily' && (
          <NativeSelect
            mt="sm"
            label={settingLabels.digestHour}
            description="In the server’s time. On a day without messages nothing is sent."
            data={hours}
            value={String(digestHour)}
            onChange={(event) => form.set('digestHour', Number(event.currentTarget.value))}
            error={form.problems.digestHour}
            styles={{ wrapper: { width: '7rem' } }}
          />
        )}
      </Fieldset>
      <Switch
        label="Thank visitors for their message"
        description={
          unable
            ? 'EmailJS writes to you only. Set up SMTP to write to visitors.'
            : 'They get the text below by e-mail: at most one a day for each address, never for spam.'
        }
        checked={acknowledge}
        onChange={(event) => form.set('acknowledge', event.currentTarget.checked)}
      />
      {acknowledge && (
        <Textarea
          label={settingLabels.acknowledgement}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={1000}
          value={acknowledgement}
          onChange={(event) => form.set('acknowledgement', event.currentTarget.value)}
          error={form.problems.acknowledgement}
        />
      )}
    </Stack>
  )
}
