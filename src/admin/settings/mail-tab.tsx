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

/** Settings of e-mail about messages. */
export const MailTab = ({ form }: { form: SettingsForm }) => {
  const { notices, digestHour, acknowledge, acknowledgement } = form.values
  const { data } = useMail()
  const unable = data?.transport === 'emailjs'
  return (
    <Stack gap="lg" className="fields">
      <MailState />
      <Fieldset legend={settingLabels.notices} variant="unstyled">
        <Text size="xs" c="dimmed" mb={6}>
          Notifications about messages. None are sent for spam.
        </Text>
        <SegmentedControl
          aria-label={settingLabels.notices}
          value={notices}
          onChange={(value) => form.set('notices', value as Settings['notices'])}
          data={[
            { value: 'each', label: 'One per message' },
            { value: 'daily', label: 'Daily digest' },
          ]}
        />
        {notices === 'daily' && (
          <NativeSelect
            mt="sm"
            label={settingLabels.digestHour}
            description="Time zone of the server. Nothing is sent on days without messages."
            data={hours}
            value={String(digestHour)}
            onChange={(event) => form.set('digestHour', Number(event.currentTarget.value))}
            error={form.problems.digestHour}
            styles={{ wrapper: { width: '7rem' } }}
          />
        )}
      </Fieldset>
      <Switch
        label="Send visitors a confirmation"
        description={
          unable
            ? 'EmailJS sends to you only. Set up SMTP to send to visitors.'
            : 'Sends the text below by e-mail, at most once a day per e-mail address, never for spam.'
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
