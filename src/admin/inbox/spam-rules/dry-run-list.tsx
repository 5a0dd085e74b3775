import { Anchor, Badge, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { DryRunMessage } from '../../../model/inbox/spam-dry-run.ts'
import { shortTime } from '../../ui/times.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { forgetMessages, messages } from '../messages-api.ts'
import { ReasonList } from '../spam-reasons.tsx'
import { forgetSpamRules } from './spam-rules-api.ts'

const renew = () => Promise.all([forgetMessages(), forgetSpamRules()])

const change = async ({ id, user_name: name, status, label }: DryRunMessage) => {
  try {
    await messages.update(id, { status: 'new', label: 'wanted' })
    await renew()
    toast(`Message from ${name} moved to the inbox`, {
      undo: async () => {
        await messages
          .update(id, { status, label })
          .catch((error: unknown) => toastError(error, 'This could not be undone'))
        await renew()
      },
    })
  } catch (error) {
    toastError(error, 'The message was not moved')
  }
}

const Outcome = ({ message: { quarantined, wouldBeQuarantined } }: { message: DryRunMessage }) =>
  quarantined !== wouldBeQuarantined && (
    <Badge color={wouldBeQuarantined ? 'red' : 'green'} variant="light">
      {wouldBeQuarantined ? 'Would be quarantined' : 'Would be let through'}
    </Badge>
  )

const DryRunItem = ({ message }: { message: DryRunMessage }) => {
  const { id, user_name: name, createdAt, status, label, score, wouldScore } = message
  const list = status === 'spam' ? 'spam' : 'all'
  return (
    <li className="dry-run-message">
      <div className="dry-run-message-head">
        <Anchor component={Link} to={`/admin/contact?show=${list}&message=${id}`} fw={600} className="dry-run-name">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="dry-run-email">
          {message.user_email}
        </Text>
        <Outcome message={message} />
        {label && (
          <Badge color="gray" variant="light">
            {label === 'spam' ? 'Marked as spam' : 'Marked as not spam'}
          </Badge>
        )}
        <span className="dry-run-points">
          {score === wouldScore ? `${score} points` : `${score} → ${wouldScore} points`}
        </span>
        <time dateTime={createdAt}>{shortTime(createdAt)}</time>
      </div>
      <p className="dry-run-start" dir="auto">
        {message.start}
      </p>
      <div className="dry-run-reasons">
        <ReasonList reasons={message.reasons} />
      </div>
      {status === 'spam' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Not spam: message from ${name}`}
          onClick={() => change(message)}
        >
          Not spam
        </Button>
      )}
    </li>
  )
}

export const DryRunList = ({ list }: { list: readonly DryRunMessage[] }) => {
  const changed = ({ quarantined, wouldBeQuarantined }: DryRunMessage) => Number(quarantined !== wouldBeQuarantined)
  return (
    <ul className="dry-run-list">
      {[...list]
        .sort((a, b) => changed(b) - changed(a))
        .map((message) => (
          <DryRunItem key={message.id} message={message} />
        ))}
    </ul>
  )
}
