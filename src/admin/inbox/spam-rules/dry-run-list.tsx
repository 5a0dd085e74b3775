import { Anchor, Badge, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { DryRunMessage } from '../../../model/inbox/spam-dry-run.ts'
import { shortTime } from '../../ui/times.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { forgetMessages, messages } from '../messages-api.ts'
import { spamRules } from './spam-rules-api.ts'

const renew = () => Promise.all([forgetMessages(), spamRules.forget()])

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

const Outcome = ({ message: { quarantined, wouldBeQuarantined } }: { message: DryRunMessage }) => {
  if (quarantined === wouldBeQuarantined) return null
  return wouldBeQuarantined ? (
    <Badge color="red" variant="light">
      Would be quarantined
    </Badge>
  ) : (
    <Badge color="green" variant="light">
      Would be let through
    </Badge>
  )
}

const Tried = ({ message }: { message: DryRunMessage }) => {
  const {
    id,
    user_name: name,
    user_email: email,
    start,
    createdAt,
    status,
    label,
    score,
    wouldScore,
    reasons,
  } = message
  const list = status === 'spam' ? 'spam' : 'all'
  return (
    <li className="tried">
      <div className="tried-head">
        <Anchor component={Link} to={`/admin/contact?show=${list}&message=${id}`} fw={600} className="tried-name">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="tried-email">
          {email}
        </Text>
        <Outcome message={message} />
        {label && (
          <Badge color="gray" variant="light">
            {label === 'spam' ? 'Marked as spam' : 'Marked as not spam'}
          </Badge>
        )}
        <span className="tried-points">
          {score === wouldScore ? `${score} points` : `${score} → ${wouldScore} points`}
        </span>
        <time dateTime={createdAt}>{shortTime(createdAt)}</time>
      </div>
      <p className="tried-start" dir="auto">
        {start}
      </p>
      <ul className="tried-reasons">
        {reasons.map((reason) => (
          <li key={reason.name}>
            <span className="tried-reason-points">{reason.points > 0 ? `+${reason.points}` : reason.points}</span>
            <span>{reason.sentence}</span>
          </li>
        ))}
      </ul>
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

/** Quarantined messages, and those that other rules would quarantine; changed results first. */
export const DryRunList = ({ list }: { list: readonly DryRunMessage[] }) => {
  const changed = ({ quarantined, wouldBeQuarantined }: DryRunMessage) => Number(quarantined !== wouldBeQuarantined)
  return (
    <ul className="tried-list">
      {[...list]
        .sort((a, b) => changed(b) - changed(a))
        .map((message) => (
          <Tried key={message.id} message={message} />
        ))}
    </ul>
  )
}
