import { Alert, Code, Text } from '@mantine/core'
import { useState } from 'react'
import type { ConnectionKind, Connections } from '../../model/connections/connection.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { connections, forgetConnections } from './connections-api.ts'

type State = Pick<Connections['mail'], 'source' | 'variables' | 'savedAt' | 'readable'>

interface Props {
  kind: ConnectionKind
  state: State
  name: string
  /** Consequence of the removal. */
  consequence: string
}

const detailOf = ({ source, savedAt }: State) =>
  `Saved ${fullTime(savedAt ?? '')}${source === 'environment' ? '. Not used: the variables go first' : ''}`

/** Source of a connection, and its removal. */
export const ConnectionState = ({ kind, state, name, consequence }: Props) => {
  const { variables, savedAt, readable } = state
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await connections.remove(kind)
      toast(`${name} removed`)
    } catch (error) {
      toastError(error, 'Not removed')
    }
    await forgetConnections()
  }
  return (
    <>
      {variables.length > 0 && (
        <Text size="sm">
          Set by{' '}
          {variables.map((variable, index) => (
            <span key={variable}>
              {index > 0 && (index === variables.length - 1 ? ' and ' : ', ')}
              <Code>{variable}</Code>
            </span>
          ))}
          . To change it, change the variables and restart the site, or unset them to set it up here.
        </Text>
      )}
      {!readable && (
        <Alert color="yellow" variant="light" title="Enter it again">
          <Text size="sm">
            What was saved cannot be read: the server’s <Code>AUTH_SECRET</Code> has changed since.
          </Text>
        </Alert>
      )}
      {savedAt && (
        <Rows>
          <Row title={name} detail={detailOf(state)}>
            <RowButton of={name} onClick={() => setAsking(true)}>
              Remove
            </RowButton>
          </Row>
        </Rows>
      )}
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title="Remove the connection?"
        action="Remove"
        act={remove}
      >
        {consequence}
      </ConfirmDialog>
    </>
  )
}
