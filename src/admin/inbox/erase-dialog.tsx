import { Anchor, Button, Group, List, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '../../model/counted.ts'
import { countErasable } from '../../model/inbox/stored-message.ts'
import { type AnswerTo, call } from '../api/client.ts'
import { useSubmit } from '../form/simple-form.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { forgetMessages } from './messages-api.ts'
import { sweepDrafts } from './reply.tsx'

type PersonalData = AnswerTo<'POST /api/people/lookups'>

/** Names the kinds of records that were erased. */
const summary = ({ messages, replies, emails, digests, testimonials, changes }: PersonalData): string =>
  [
    messages && counted(messages, 'message'),
    replies + emails && counted(replies + emails, 'email'),
    digests && counted(digests, 'digest'),
    testimonials && counted(testimonials, 'testimonial request'),
    changes && counted(changes, 'change'),
  ]
    .filter(Boolean)
    .join(', ')

const ErasedData = ({ traces }: { traces: PersonalData }) => (
  <>
    <List size="sm" my="sm">
      <List.Item>
        {counted(traces.messages, 'message')}
        {traces.inTrash > 0 && `, ${traces.inTrash} of them in the trash`}, with your notes
      </List.Item>
      <List.Item>{counted(traces.replies, 'reply', 'replies')} that you sent from here</List.Item>
      {traces.testimonials > 0 && (
        <List.Item>
          {counted(traces.testimonials, 'request for a testimonial', 'requests for testimonials')}, with what came
        </List.Item>
      )}
      {traces.changes > 0 && (
        <List.Item>what History has of requests to them, in {counted(traces.changes, 'change')}</List.Item>
      )}
      <List.Item>{counted(traces.emails, 'other email')} about them, sent or still waiting</List.Item>
      {traces.digests > 0 && <List.Item>the text of {counted(traces.digests, 'digest')} with the address</List.Item>}
      <List.Item>what the spam filter has learned from these messages</List.Item>
    </List>
    <Text size="sm">
      This cannot be undone. Backups and files made before today still hold it until they are deleted, and so do the
      mailboxes that emails have reached.
    </Text>
    {traces.mentions > 0 && (
      <Text size="sm" mt="xs">
        {counted(traces.mentions, 'message')} from others mention{traces.mentions === 1 ? 's' : ''} the address and
        stay.{' '}
        <Anchor component={Link} to={`/admin/contact?show=all&q=${encodeURIComponent(traces.email)}`} size="sm">
          Show them
        </Anchor>
      </Text>
    )}
    {traces.entries.length > 0 && (
      <Text size="sm" mt="xs">
        {counted(traces.entries.length, 'entry', 'entries')} of your content (
        {[...new Set(traces.entries.map(({ collection }) => collection))].join(', ')}) also hold
        {traces.entries.length === 1 ? 's' : ''} this address. That is your page, and yours to change; the history keeps
        what it was.
      </Text>
    )}
  </>
)

export const EraseDialog = ({ opened, close, email = '' }: { opened: boolean; close(): void; email?: string }) => {
  const [typed, setTyped] = useState(email)
  const [traces, setTraces] = useState<PersonalData>()
  const leave = () => {
    close()
    setTraces(undefined)
  }
  const find = useSubmit(async () => setTraces(await call('POST /api/people/lookups', { body: { email: typed } })))
  const erase = useSubmit(async () => {
    const erased = await call('POST /api/people/erasures', { body: { email: traces?.email ?? '' } })
    await forgetMessages()
    void sweepDrafts()
    toast(`Erased: ${summary(erased)}`)
    if (!erased.remembered)
      toastError(
        new Error('The folder for backups could not note it.'),
        'A restore of an older backup brings the data back',
      )
    leave()
    setTyped('')
  })
  return (
    // The dialog stays until the search or the erasure has ended, and shows how.
    <Modal opened={opened} onClose={() => find.busy || erase.busy || leave()} title="Erase a person">
      {traces === undefined ? (
        <form onSubmit={find.submit} noValidate>
          <TextInput
            name="email"
            type="email"
            label="Email address"
            description="Deletes all data about this address for good. You see a summary first."
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={find.problems.email ?? find.problem}
            data-autofocus
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={find.busy}>
              Show data
            </Button>
          </Group>
        </form>
      ) : countErasable(traces) === 0 ? (
        <>
          <Text size="sm">No data is stored for {traces.email}.</Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setTraces(undefined)}>
              Another address
            </Button>
          </Group>
        </>
      ) : (
        <form onSubmit={erase.submit}>
          <Text size="sm">
            These data of <strong>{traces.email}</strong> are deleted for good:
          </Text>
          <ErasedData traces={traces} />
          {erase.problem && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
              {erase.problem}
            </Text>
          )}
          <Group justify="flex-end" mt="md">
            <Button variant="default" disabled={erase.busy} onClick={leave} data-autofocus>
              Keep it
            </Button>
            <Button type="submit" color="red" loading={erase.busy}>
              Erase for good
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}
