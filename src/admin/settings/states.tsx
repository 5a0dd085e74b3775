import { Alert, Anchor, Button, Code, List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { transportLabel } from '../../model/inbox/mail-services.ts'
import { type AnswerTo, asApiError, call } from '../api/client.ts'
import { useSignInOptions } from '../session/session.tsx'
import { Loaded } from '../ui/loading.tsx'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { connectionsPath, forgetMail, useMail } from './mail-api.ts'

type State = AnswerTo<'GET /api/mail'>

type CvStatus = AnswerTo<'GET /api/cv'>

const Dropped = ({ dropped }: Pick<NonNullable<CvStatus['pdf']>, 'dropped'>) => (
  <Alert color="yellow" variant="light">
    <Text size="sm" fw={600} mb={4}>
      Left out, so that the PDF has one page
    </Text>
    <List size="sm" spacing={4}>
      {dropped.map(({ id, title }) => (
        <List.Item key={`${id} ${title}`}>{title}</List.Item>
      ))}
    </List>
  </Alert>
)

/** State of the CV that visitors get: links to it, what it leaves out, and why one is missing. */
export const CvState = () => {
  const query = useQuery({
    queryKey: ['cv'],
    queryFn: ({ signal }) => call('GET /api/cv', { signal }),
    // It is made after a publish.
    refetchInterval: 3000,
  })
  return (
    <Loaded query={query} h={96}>
      {({ isMade, failure, pdf }) => (
        <Stack gap="sm">
          <Text size="sm">
            For one application, make{' '}
            <Anchor component={Link} to="/admin/cv" size="sm" underline="always">
              a variant
            </Anchor>{' '}
            with the entries that matter to it.
          </Text>
          {isMade && (
            <Text size="sm">
              Published as{' '}
              {['pdf', 'docx', 'txt', 'json'].map((form) => (
                <span key={form}>
                  <Anchor href={`/cv.${form}`} target="_blank" size="sm" underline="always">
                    {form.toUpperCase()}
                  </Anchor>{' '}
                </span>
              ))}
              {pdf && `The PDF has ${pdf.pages === 1 ? 'one page' : `${pdf.pages} pages`}.`}
            </Text>
          )}
          {failure !== null && (
            <Alert color="red" variant="light" title="A form of the CV could not be made">
              {failure} Visitors get the last one that could.
            </Alert>
          )}
          {pdf && pdf.missing.length > 0 && (
            <Alert color="yellow" variant="light">
              <Text size="sm" fw={600} mb={4}>
                Characters that the PDF cannot show
              </Text>
              {pdf.missing.join(' ')}
            </Alert>
          )}
          {pdf && pdf.dropped.length > 0 && <Dropped dropped={pdf.dropped} />}
        </Stack>
      )}
    </Loaded>
  )
}

/** State of the sign-in with Google, with a link to set it up. */
export const GoogleState = () => {
  const { data } = useSignInOptions()
  if (!data) return null
  return (
    <Text size="sm">
      {data.google ? 'Sign in with Google is set up.' : 'Sign in with Google is not set up; it is optional.'}{' '}
      <Anchor component={Link} to="/admin/settings/connections" size="sm" underline="always">
        {data.google ? 'Change the connection' : 'Set it up'}
      </Anchor>
      . To let somebody in while registration is closed,{' '}
      <Anchor component={Link} to="/admin/user" size="sm" underline="always">
        invite them
      </Anchor>
      .
    </Text>
  )
}

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
    mutationFn: async () => (await call('POST /api/mail/retries', { body: {} })).count,
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
  const test = useMutation({ mutationFn: () => call('POST /api/mail/tests', { body: {} }), onSettled: forgetMail })
  const answer = test.error ? { sent: false, answer: asApiError(test.error).message } : test.data
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
              Email is sent by {transportLabel(transport)}. Notifications go to <strong>{recipient}</strong>.{' '}
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
