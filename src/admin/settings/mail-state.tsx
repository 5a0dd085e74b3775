import { Alert, Button, Code, List, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailState as State } from '../../model/inbox/delivery.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { forgetMail, mail, useMail } from './mail-api.ts'
import { TestMail } from './test-mail.tsx'

const transportLabels = { smtp: 'SMTP', emailjs: 'EmailJS' }

const NotSetUp = () => (
  <Stack gap={6}>
    <Text size="sm">E-mail is not set up. Messages are kept in Contact.</Text>
    <Text size="sm" c="dimmed">
      To be notified by e-mail, set <Code>SMTP_URL</Code> and <Code>MAIL_FROM</Code> on the server, or the three keys of
      EmailJS, and restart the site. Earlier messages are not sent.
    </Text>
  </Stack>
)

const Missing = ({ missing }: { missing: readonly string[] }) => (
  <Alert color="yellow" variant="light" title="E-mail set-up is incomplete">
    <List size="sm" spacing={4}>
      {missing.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  </Alert>
)

const Failed = ({ state }: { state: State }) => {
  const [busy, setBusy] = useState(false)
  const { failed, queued, lastFailure } = state
  const retry = async () => {
    setBusy(true)
    try {
      const count = await mail.retry()
      toast(count === 1 ? 'Sending one e-mail again' : `Sending ${count} e-mails again`)
    } catch (error) {
      toastError(error, 'Not sent again')
    } finally {
      setBusy(false)
      await forgetMail()
    }
  }
  if (failed === 0 && (queued === 0 || !lastFailure)) return null
  const title =
    failed > 0 ? `${failed === 1 ? 'One e-mail' : `${failed} e-mails`} could not be sent` : 'E-mail is delayed'
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} variant="light" title={title}>
      {lastFailure && (
        <>
          <Text size="sm">Answer of the mail server, {fullTime(lastFailure.at)}:</Text>
          <Code block className="raw-answer">
            {lastFailure.answer}
          </Code>
        </>
      )}
      {queued > 0 && (
        <Text size="sm" mt="xs">
          {queued === 1 ? 'One e-mail is' : `${queued} e-mails are`} retried automatically.
        </Text>
      )}
      {failed > 0 && (
        <Button type="button" size="xs" mt="sm" loading={busy} onClick={() => void retry()}>
          Send again
        </Button>
      )}
    </Alert>
  )
}

/** State of e-mail: set-up, recipient, failures and a test. */
export const MailState = () => {
  const { data, error, refetch } = useMail()
  if (!data) return error ? <LoadFailure error={error} retry={refetch} /> : <Skeleton h={96} aria-label="Loading" />
  const { transport, missing, recipient } = data
  return (
    <Stack gap="sm">
      {transport === null && missing.length === 0 && <NotSetUp />}
      {missing.length > 0 && <Missing missing={missing} />}
      {transport && recipient && (
        <Text size="sm">
          E-mail is sent by {transportLabels[transport]}. Notifications go to <strong>{recipient}</strong>.
        </Text>
      )}
      <Failed state={data} />
      {transport && recipient && <TestMail recipient={recipient} />}
    </Stack>
  )
}
