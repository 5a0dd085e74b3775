import { Button, Code, Stack } from '@mantine/core'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { runWithToast } from '../api/run-with-toast.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useHandOverLink } from './account-api.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ShownOnce } from './shown-once.tsx'

const changes = 'hand-over-link'

const revoke = () =>
  runWithToast(account.revokeHandOverLink, {
    done: 'Hand-over link revoked',
    failed: 'The hand-over link still works',
    changes,
  })

export const HandOverPanel = () => {
  const open = useHandOverLink()
  const [asking, setAsking] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <Panel
      title="Hand over"
      lead="Make somebody else the owner of this site. You become a member and can no longer edit."
    >
      <Stack gap="md" align="flex-start">
        {link && (
          <ShownOnce
            title="Your hand-over link"
            lead="Send it only to the new owner. It is not shown again. Opening and confirming it transfers ownership."
            text={link}
            close={() => setLink(undefined)}
          >
            <Code className="secret">{link}</Code>
          </ShownOnce>
        )}
        <Loaded query={open} h={40}>
          {({ open }) => (
            <>
              {open && (
                <Rows>
                  <Row title="A link is open" detail={`Works once, until ${fullTime(open.expiresAt)}`}>
                    <RowButton
                      of="the hand-over link"
                      onClick={() => {
                        setLink(undefined)
                        void revoke()
                      }}
                    >
                      Revoke
                    </RowButton>
                  </Row>
                </Rows>
              )}
              <Button variant="default" onClick={() => setAsking(true)}>
                Create a hand-over link
              </Button>
            </>
          )}
        </Loaded>
      </Stack>
      <PasswordDialog
        opened={asking}
        close={() => setAsking(false)}
        title="Hand the site over"
        action="Create link"
        act={async (password) => {
          setLink((await account.createHandOverLink(password)).link)
          await queryClient.invalidateQueries({ queryKey: [changes] })
        }}
      >
        The link works once, for 24 hours. When it is used, you are signed out everywhere, your API tokens are revoked
        and you become a member. An earlier link stops working.
      </PasswordDialog>
    </Panel>
  )
}
