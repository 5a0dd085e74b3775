import { Alert, Anchor, Button, Code, List, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { MailState as State } from '../../model/inbox/delivery.ts'
import { asApiError } from '../api/api-error.ts'
import { Loaded } from '../ui/loaded.tsx'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { forgetMail, mail, type TestAnswer, useMail } from './mail-api.ts'

const connectionsPath = '/admin/settings/connections'
const transportLabels = { smtp: 'SMTP', emailjs: 'EmailJS' }

const RawAnswer = ({ children }: { children: string }) => (
  <Code block className="raw-answer">
    {children}
  </Code>
)

const NotSetUp = () => (
  <Stack gap={6}>
    <Text size="sm">Email is not set up. Messages are kept in Contact.</Text>
    <Text size="sm" c="dimmed">
      To be notified by email, to reply from here and to reset forgotten passwords, set it up. Earlier messages are not
      sent.
    </Text>
    <Button component={Link} to={connectionsPath} w="fit-content">
      Set up email
    </Button>
  </Stack>
)

const Missing = ({ missing }: { missing: readonly string[] }) => (
  <Alert color="yellow" variant="light" title="Email set-up is incomplete">
    <List size="sm" spacing={4}>
      {missing.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  </Alert>
)

const Failed = ({ failed, queued, lastFailure }: State) => {
  const retry = useMutation({
    mutationFn: mail.retry,
    onSuccess: (count) => toast(count === 1 ? 'Sending one email again' : `Sending ${count} emails again`),
    onError: (error) => toastError(error, 'Not sent again'),
    onSettled: forgetMail,
  })
  if (failed === 0 && (queued === 0 || !lastFailure)) return null
  const title = failed > 0 ? `${failed === 1 ? 'One email' : `${failed} emails`} could not be sent` : 'Email is delayed'
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} variant="light" title={title}>
      {lastFailure && (
        <>
          <Text size="sm">Answer of the mail server, {fullTime(lastFailure.at)}:</Text>
          <RawAnswer>{lastFailure.answer}</RawAnswer>
        </>
      )}
      {queued > 0 && (
        <Text size="sm" mt="xs">
          {queued === 1 ? 'One email is' : `${queued} emails are`} retried automatically.
        </Text>
      )}
      {failed > 0 && (
        <Button size="xs" mt="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          Send again
        </Button>
      )}
    </Alert>
  )
}

/** Sends a test email and shows the answer of the mail server. */
const TestMail = ({ recipient }: { recipient: string }) => {
  const test = useMutation({ mutationFn: mail.test, onSettled: forgetMail })
  const answer: TestAnswer | undefined = test.error
    ? { sent: false, answer: asApiError(test.error).message }
    : test.data
  return (
    <div className="test-mail">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test email
      </Button>
      <div role="status">
        {test.isPending && <span className="visually-hidden">Sending …</span>}
        {answer && (
          <>
            <Text size="sm" mt="xs" {...(answer.sent ? {} : { c: 'red' })}>
              {answer.sent ? `Accepted by the mail server for ${recipient}:` : 'Not sent:'}
            </Text>
            <RawAnswer>{answer.answer}</RawAnswer>
          </>
        )}
      </div>
    </div>
  )
}

/** State of email: set-up, recipient, failures and a test. */
export const MailState = () => (
  <Loaded query={useMail()} h={96}>
    {(state) => {
      const { transport, missing, recipient } = state
      return (
        <Stack gap="sm">
          {transport === null && missing.length === 0 && <NotSetUp />}
          {missing.length > 0 && <Missing missing={missing} />}
          {transport && recipient && (
            <Text size="sm">
              Email is sent by {transportLabels[transport]}. Notifications go to <strong>{recipient}</strong>.{' '}
              <Anchor component={Link} to={connectionsPath} size="sm" underline="always">
                Change the connection
              </Anchor>
            </Text>
          )}
          <Failed {...state} />
          {transport && recipient && <TestMail recipient={recipient} />}
        </Stack>
      )
    }}
  </Loaded>
)
