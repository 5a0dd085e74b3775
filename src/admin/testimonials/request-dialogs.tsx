import { Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TestimonialRequest } from '../../model/testimonials/request.ts'
import { call } from '../api/client.ts'
import { useAllEntries } from '../api/entries.ts'
import { SubmitForm, useSubmit, useTextFields } from '../form/simple-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { toastChange } from '../ui/undo.ts'
import { forgetRequests, useCanMail } from './requests-api.ts'

/** Asks for a change, in the owner's words. */
const AskDialog = ({ of: { id, name, url }, close }: { of: TestimonialRequest; close(): void }) => {
  const [ask, setAsk] = useState('')
  const canMail = useCanMail()
  const form = useSubmit(async () => {
    await call('PATCH /api/testimonial-requests/:id', { id, body: { ask } })
    toastChange('Change asked for')
    await forgetRequests()
    close()
  })
  return (
    <Modal opened onClose={() => form.busy || close()} title={`Ask ${name} for a change`}>
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
  const projects = useAllEntries('projects') ?? []
  const form = useSubmit(async () => {
    const body = { ...values, note, project: project || null, mail: canMail && mail }
    await call('POST /api/testimonial-requests', { body })
    toastChange(canMail && mail ? 'Request mailed' : 'Link created. Copy it from the list')
    await forgetRequests()
    close()
  })
  const { problems } = form
  return (
    <Modal opened onClose={() => form.busy || close()} title="Ask for a testimonial">
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

/** The dialog for a new request, or for what is asked of one. */
const RequestDialog = ({ of, close }: { of: TestimonialRequest | 'new'; close(): void }) =>
  of === 'new' ? <NewRequest close={close} /> : <AskDialog of={of} close={close} />

export default RequestDialog
