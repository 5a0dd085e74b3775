import { Button, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { forgetMail, mail, type TestAnswer } from './mail-api.ts'

/** Sends a test e-mail and shows the answer of the mail server. */
export const TestMail = ({ recipient }: { recipient: string }) => {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<TestAnswer>()
  const send = async () => {
    setBusy(true)
    setAnswer(undefined)
    try {
      setAnswer(await mail.test())
    } catch (error) {
      setAnswer({ sent: false, answer: asApiError(error).message })
    } finally {
      setBusy(false)
      void forgetMail()
    }
  }
  return (
    <div className="test-mail">
      <Button type="button" variant="default" loading={busy} onClick={() => void send()}>
        Send a test e-mail
      </Button>
      <div role="status">
        {busy && <span className="visually-hidden">Sending …</span>}
        {answer && (
          <>
            <Text size="sm" mt="xs" {...(answer.sent ? {} : { c: 'red' })}>
              {answer.sent ? `Accepted by the mail server for ${recipient}:` : 'Not sent:'}
            </Text>
            <Code block className="raw-answer">
              {answer.answer}
            </Code>
          </>
        )}
      </div>
    </div>
  )
}
