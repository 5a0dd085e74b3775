import { Box, Text } from '@mantine/core'
import type { SpamReason } from '../../model/inbox/spam-rules.ts'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'

export const ReasonList = ({ reasons }: { reasons: readonly SpamReason[] }) => (
  <ul className="reasons">
    {reasons.map(({ name, points, sentence }) => (
      <li key={name}>
        <span className="spam-points">{points > 0 ? `+${points}` : points}</span>
        <span>{sentence}</span>
      </li>
    ))}
  </ul>
)

/** Reasons why a message is quarantined, or the owner's label. */
export const SpamReasons = ({ message: { status, label, spamScore, spamReasons } }: { message: InboxMessage }) => {
  if (status !== 'spam') return null
  return (
    <Box className="empty" p="12px 16px" fz="sm">
      <Text size="sm" fw={600}>
        {label === 'spam' ? 'You marked this as spam' : `Quarantined as spam: ${spamScore} points`}
      </Text>
      {spamReasons.length > 0 && <ReasonList reasons={spamReasons} />}
    </Box>
  )
}
