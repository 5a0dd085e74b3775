import { Alert, Anchor, Text } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Link } from 'react-router'
import type { InboxState } from '../../model/inbox/inbox-view.ts'

const settings = (
  <Anchor component={Link} to="/admin/settings?tab=mail" size="sm" underline="always">
    Mail settings
  </Anchor>
)

export const MailBanner = ({ inbox: { counts, mail } }: { inbox: InboxState }) => {
  if (counts.failed > 0)
    return (
      <Alert
        color="red"
        variant="light"
        role="alert"
        className="mail-banner"
        icon={<CircleAlert size={18} aria-hidden />}
      >
        <Text size="sm">
          <strong>
            {counts.failed === 1
              ? 'An email about a message could not be sent.'
              : `Emails about ${counts.failed} messages could not be sent.`}
          </strong>{' '}
          The messages are in the inbox. {mail.lastFailure && `The mail server answered: “${mail.lastFailure.answer}” `}
          <Anchor component={Link} to="/admin/contact?show=failed" size="sm" underline="always">
            Show them
          </Anchor>{' '}
          · {settings}
        </Text>
      </Alert>
    )
  if (mail.transport === null || mail.missing.length > 0)
    return (
      <Text size="sm" c="dimmed" className="mail-note">
        {mail.transport === null
          ? 'Email is not set up, so messages are kept here only. '
          : `Email is not set up completely: ${mail.missing.join(' ')} `}
        {settings}
      </Text>
    )
  if (mail.lastFailure && mail.queued > 0)
    return (
      <Text size="sm" c="dimmed" className="mail-note" role="status">
        Email is delayed and will be retried. The mail server answered: {mail.lastFailure.answer} {settings}
      </Text>
    )
  return null
}
