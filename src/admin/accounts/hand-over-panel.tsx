import { Button, Code, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { runWithToast } from '../ui/outcome.ts'
import { Panel } from '../ui/panel.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useHandOverLink } from './account-api.ts'
import { PasswordDialog } from './password-dialog.tsx'

const changes = 'hand-over-link'

const revoke = () =>
  runWithToast(account.revokeHandOverLink, {
    done: 'The hand-over link works no more',
    failed: 'The hand-over link still works',
    changes,
  })

/** The owner's role for somebody else: whoever opens the link and confirms becomes the owner. */
export const HandOverPanel = () => {
  const { data, error, refetch } = useHandOverLink()
  const [asking, setAsking] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <Panel
      title="Hand over"
      lead="Make somebody else the owner of this site. You become a member, who may edit nothing."
    >
      <Stack gap="md" align="flex-start">
        {error && <LoadFailure error={error} retry={refetch} />}
        {!data && !error && <Skeleton h={40} />}
        {link && (
          <ShownOnce
            title="Your hand-over link"
            lead="Send it to your successor only: it is not shown again. Whoever opens it and confirms becomes the owner."
            text={link}
            close={() => setLink(undefined)}
          >
            <Code className="secret">{link}</Code>
          </ShownOnce>
        )}
        {data?.open && (
          <Rows>
            <Row title="A link is open" detail={`Works once, until ${fullTime(data.open.expiresAt)}`}>
              <Button
                size="xs"
                variant="default"
                aria-label="Withdraw the hand-over link"
                onClick={() => {
                  setLink(undefined)
                  void revoke()
                }}
              >
                Withdraw
              </Button>
            </Row>
          </Rows>
        )}
        {data && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Make a hand-over link
          </Button>
        )}
      </Stack>
      <PasswordDialog
        opened={asking}
        close={() => setAsking(false)}
        title="Hand the site over"
        action="Make the link"
        act={async (password) => {
          setLink((await account.createHandOverLink(password)).link)
          await queryClient.invalidateQueries({ queryKey: [changes] })
        }}
      >
        The link works once and for 24 hours. When it is used, you are signed out everywhere, your API tokens end, and
        you become a member. A link made before stops working.
      </PasswordDialog>
    </Panel>
  )
}
