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
    <Text size="sm">No e-mail goes out. Messages are kept in Contact, and you find them there.</Text>
    <Text size="sm" c="dimmed">
      To be told of them by e-mail, set <Code>SMTP_URL</Code> and <Code>MAIL_FROM</Code> where the site runs, or the
      three keys of EmailJS, and start it again. Messages from before then are not sent.
    </Text>
  </Stack>
)

const Missing = ({ missing }: { missing: readonly string[] }) => (
  <Alert color="yellow" variant="light" title="Not set up completely">
    <List size="sm" spacing={4}>
      {missing.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  </Alert>
)

const Failed = ({ state }: { state: State }) => {
  const [busy, setBusy] = useState(false)
  const { failed, queued, trouble } = state
  const retry = async () => {
    setBusy(true)
    try {
      const count = await mail.retry()
      toast(count === 1 ? 'One e-mail is sent again' : `${count} e-mails are sent again`)
    } catch (error) {
      toastError(error, 'Not sent again')
    } finally {
      setBusy(false)
      await forgetMail()
    }
  }
  if (failed === 0 && (queued === 0 || !trouble)) return null
  const title =
    failed > 0 ? `${failed === 1 ? 'One e-mail' : `${failed} e-mails`} could not be sent` : 'E-mail is held up'
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} variant="light" title={title}>
      {trouble && (
        <>
          <Text size="sm">The mail server said, {fullTime(trouble.at)}:</Text>
          <Code block className="raw-answer">
            {trouble.answer}
          </Code>
        </>
      )}
      {queued > 0 && (
        <Text size="sm" mt="xs">
          {queued === 1 ? 'One is' : `${queued} are`} tried again by {queued === 1 ? 'itself' : 'themselves'}.
        </Text>
      )}
      {failed > 0 && (
        <Button type="button" size="xs" mt="sm" loading={busy} onClick={() => void retry()}>
          Send {failed === 1 ? 'it' : 'them'} again
        </Button>
      )}
    </Alert>
  )
}

/** Whether e-mail goes out and to whom, what is wrong with it, and a way to try. */
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
          E-mail goes out by {transportLabels[transport]}. Messages are told to <strong>{recipient}</strong>.
        </Text>
      )}
      <Failed state={data} />
      {transport && recipient && <TestMail recipient={recipient} />}
    </Stack>
  )
}
