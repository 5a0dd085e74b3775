import { Button, Checkbox, CopyButton, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MailState } from '../../model/inbox/delivery.ts'
import {
  type NewTestimonialRequest,
  type RequestState,
  requestDays,
  type TestimonialAnswer,
  type TestimonialRequest,
} from '../../model/testimonials/request.ts'
import { request } from '../api/client.ts'
import { entries, forgetEntries, useEntries } from '../api/entries.ts'
import { SubmitForm, useSubmit, useTextFields } from '../form/simple-form.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { LoadFailure, Loading, MoreButton } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { formPath } from '../ui/screens.ts'
import { fullTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'

const path = '/api/testimonial-requests'
const at = (id: string) => `${path}/${encodeURIComponent(id)}`

const calls = {
  create: (body: NewTestimonialRequest) => request<TestimonialRequest>('POST', path, { body }),
  answer: (id: string, body: TestimonialAnswer) => request<TestimonialRequest>('PATCH', at(id), { body }),
  remind: (id: string) => request<TestimonialRequest>('POST', `${at(id)}/reminders`, { body: {} }),
  revoke: (id: string) => request<object>('DELETE', at(id)),
}

// Their key begins with that of the entries: whatever changes those may change what became of a request.
const forget = () => forgetEntries('testimonials')

interface RequestPage {
  requests: TestimonialRequest[]
  next: string | null
}

const useRequests = () =>
  useInfiniteQuery({
    queryKey: ['entries', 'testimonials', 'requests'],
    queryFn: ({ pageParam, signal }) => request<RequestPage>('GET', path, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: RequestPage) => page.next ?? undefined,
  })

const useCanMail = () =>
  useQuery({ queryKey: ['mail'], queryFn: ({ signal }) => request<MailState>('GET', '/api/mail', { signal }) }).data
    ?.answers ?? false

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

/** Asks for a change, in the owner's words. */
const AskDialog = ({ of: { id, name, url }, close }: { of: TestimonialRequest; close(): void }) => {
  const [ask, setAsk] = useState('')
  const canMail = useCanMail()
  const form = useSubmit(async () => {
    await calls.answer(id, { ask })
    toastChange('Change asked for')
    await forget()
    close()
  })
  return (
    <Modal opened onClose={close} title={`Ask ${name} for a change`}>
      <SubmitForm form={form}>
        <Textarea
          label="What should change"
          description={
            canMail ? 'It is mailed to them with their link.' : 'It stands on their page. Send them their link.'
          }
          name="ask"
          rows={4}
          maxLength={1000}
          required
          value={ask}
          error={form.problems.ask}
          onChange={(event) => setAsk(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          {!canMail && url && (
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy their link'}
                </Button>
              )}
            </CopyButton>
          )}
          <Button type="submit" loading={form.busy}>
            Ask
          </Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

const NewRequest = ({ close }: { close(): void }) => {
  const { values, field } = useTextFields({ name: '', email: '' })
  const [note, setNote] = useState('')
  const [project, setProject] = useState('')
  const canMail = useCanMail()
  const [mail, setMail] = useState(true)
  const projects = useEntries('projects', { limit: 200 }).data?.pages.flatMap((page) => page.entries) ?? []
  const form = useSubmit(async () => {
    await calls.create({ ...values, note, project: project || null, mail: canMail && mail })
    toastChange(canMail && mail ? 'Request mailed' : 'Link created. Copy it from the list')
    await forget()
    close()
  })
  const { problems } = form
  return (
    <Modal opened onClose={close} title="Ask for a testimonial">
      <SubmitForm form={form}>
        <TextInput label="Their name" maxLength={120} {...field('name', problems)} data-autofocus />
        <TextInput label="Their email address" type="email" maxLength={254} {...field('email', problems)} />
        <NativeSelect
          label="Project"
          description="If it is about one."
          name="project"
          value={project}
          error={problems.project}
          onChange={(event) => setProject(event.currentTarget.value)}
          data={[
            { value: '', label: 'None' },
            ...projects.map(({ id, data }) => ({ value: id, label: String(data.title || 'Untitled') })),
          ]}
        />
        <Textarea
          label="A few words to them"
          name="note"
          rows={3}
          maxLength={1000}
          value={note}
          error={problems.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {canMail && (
          <Checkbox
            label="Mail the link to them"
            checked={mail}
            onChange={(event) => setMail(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            {canMail && mail ? 'Send the request' : 'Create the link'}
          </Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

const RequestRow = ({ of, ask }: { of: TestimonialRequest; ask(): void }) => {
  const { id, name, state, url, entry, remindedAt } = of
  const canMail = useCanMail()
  const [label, color] = states[state]
  const act = (call: () => Promise<unknown>, done: string) => changeWithToast(call, { done, forget })
  const remind = async () => {
    try {
      await calls.remind(id)
      toast('Reminder queued')
    } catch (error) {
      toastError(error, 'No reminder sent')
    }
    await forget()
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
          <RowButton of={`the link of ${name}`} onClick={() => act(() => calls.revoke(id), 'Link revoked')}>
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
            onClick={() => act(() => entries.publish('testimonials', entry), 'Published')}
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
            onClick={() => act(() => calls.answer(id, { declined: true }), 'Declined')}
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
      lead={`Ask somebody you worked with. They get a link, write without an account, and you decide what is shown; their words you may only shorten. A link that nobody uses works for ${requestDays} days.`}
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
      {dialog === 'new' && <NewRequest close={close} />}
      {dialog && dialog !== 'new' && <AskDialog of={dialog} close={close} />}
    </Panel>
  )
}

export default TestimonialRequests
