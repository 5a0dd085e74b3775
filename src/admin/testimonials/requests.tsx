import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestState, TestimonialRequest } from '../../model/testimonials/request.ts'
import { call, paged } from '../api/client.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { LoadFailure, Loading, MoreButton } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { formPath } from '../ui/screens.ts'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { changeWithToast } from '../ui/undo.ts'
import { lateDialog } from '../ui/use-loaded.ts'
import { forgetRequests, useCanMail } from './requests-api.ts'

const RequestDialog = lateDialog(() => import('./request-dialogs.tsx'))

const useRequests = () =>
  useInfiniteQuery({
    queryKey: ['entries', 'testimonials', 'requests'],
    queryFn: ({ pageParam, signal }) => call('GET /api/testimonial-requests', { query: { cursor: pageParam }, signal }),
    ...paged,
  })

const states: Record<RequestState, [label: string, color: string]> = {
  waiting: ['Waiting for them', 'gray'],
  expired: ['Expired', 'gray'],
  pending: ['New', 'blue'],
  asked: ['Change asked for', 'gray'],
  published: ['Published', 'green'],
  declined: ['Declined', 'gray'],
  withdrawn: ['Withdrawn by them', 'gray'],
  gone: ['Deleted', 'gray'],
}

const detailOf = ({ state, email, expiresAt, usedAt, mailedAt, remindedAt }: TestimonialRequest): string => {
  const sent = mailedAt ? `, mailed ${fullTime(mailedAt)}` : ''
  const reminded = remindedAt ? `, reminded ${fullTime(remindedAt)}` : ''
  if (state === 'waiting') return `${email}${sent}${reminded}. Works until ${fullTime(expiresAt)}.`
  return usedAt ? `${email}. Came ${fullTime(usedAt)}.` : email
}

const RequestRow = ({ of, ask }: { of: TestimonialRequest; ask(): void }) => {
  const { id, name, state, url, entry, remindedAt } = of
  const canMail = useCanMail()
  const [label, color] = states[state]
  const act = (call: () => Promise<unknown>, done: string) => changeWithToast(call, { done, forget: forgetRequests })
  const remind = async () => {
    try {
      await call('POST /api/testimonial-requests/:id/reminders', { id, body: {} })
      toast('Reminder queued')
    } catch (error) {
      toastError(error, 'No reminder sent')
    }
    await forgetRequests()
  }
  const hasCome = entry !== null && (state === 'pending' || state === 'asked' || state === 'published')
  return (
    <Row title={name} badge={label} badgeColor={color} detail={detailOf(of)}>
      <Group gap="xs">
        {url && state !== 'expired' && (
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <RowButton of={`the link of ${name}`} onClick={copy}>
                {copied ? 'Copied' : 'Copy link'}
              </RowButton>
            )}
          </CopyButton>
        )}
        {state === 'waiting' && canMail && url && !remindedAt && (
          <RowButton of={name} onClick={remind}>
            Remind
          </RowButton>
        )}
        {(state === 'waiting' || state === 'expired') && (
          <RowButton
            of={`the link of ${name}`}
            onClick={() => act(() => call('DELETE /api/testimonial-requests/:id', { id }), 'Link revoked')}
          >
            Revoke
          </RowButton>
        )}
        {hasCome && (
          <Button
            component={Link}
            to={formPath('testimonials', entry)}
            size="xs"
            variant="default"
            aria-label={`Read what ${name} sent`}
          >
            Read
          </Button>
        )}
        {hasCome && state !== 'published' && (
          <RowButton
            of={`what ${name} sent`}
            onClick={() => {
              const shown = { collection: 'testimonials', id: entry, version: of.version ?? undefined }
              return act(() => call('POST /api/entries/:collection/:id/publication', shown), 'Published')
            }}
          >
            Publish
          </RowButton>
        )}
        {hasCome && (
          <RowButton of={name} onClick={ask}>
            Ask for a change
          </RowButton>
        )}
        {hasCome && (
          <RowButton
            of={`what ${name} sent`}
            onClick={() =>
              act(() => call('PATCH /api/testimonial-requests/:id', { id, body: { declined: true } }), 'Declined')
            }
          >
            Decline
          </RowButton>
        )}
      </Group>
    </Row>
  )
}

/** Requests for testimonials, and what became of them, below the testimonials. */
const TestimonialRequests = () => {
  const query = useRequests()
  const [dialog, setDialog] = useState<'new' | TestimonialRequest>()
  const all = query.data?.pages.flatMap((page) => page.requests)
  const close = () => setDialog(undefined)
  return (
    <Panel
      title="By request"
      lead="Ask somebody you worked with. They get a link, write without an account, and you decide what is shown; their words you may only shorten."
    >
      <Stack gap="md" align="flex-start">
        {query.error && !all ? <LoadFailure error={query.error} retry={query.refetch} /> : !all && <Loading h={60} />}
        {all && all.length > 0 && (
          <Rows>
            {all.map((one) => (
              <RequestRow key={one.id} of={one} ask={() => setDialog(one)} />
            ))}
          </Rows>
        )}
        <MoreButton query={query} />
        <Button variant="default" onClick={() => setDialog('new')}>
          Ask for a testimonial
        </Button>
      </Stack>
      {dialog && <RequestDialog of={dialog} close={close} />}
    </Panel>
  )
}

export default TestimonialRequests
