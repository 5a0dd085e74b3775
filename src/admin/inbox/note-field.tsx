import { useMemo } from 'react'
import { fields } from '../../model/fields/fields.ts'
import { type InboxMessage, noteLimit } from '../../model/inbox/stored-message.ts'
import { call } from '../api/client.ts'
import type { Stored } from '../form/autosave.ts'
import { FormField, SaveNote, useForm } from '../form/form.tsx'
import { type FormSource, type OpenForm, useOpenForm } from '../form/open-form.ts'
import { TextAreaInput } from '../form/text-inputs.tsx'
import { rememberMessage } from './messages-api.ts'

const storedNote = ({ version, note }: InboxMessage): Stored => ({ version, status: 'published', data: { note } })

const noteFields = {
  note: fields.textarea({ label: 'Note', help: 'Only you see it.', max: noteLimit, required: false }),
}

const noteSource = (id: string): FormSource => ({
  key: `notes/${id}`,
  fields: noteFields,
  send: async ({ fields, version }, signal) => {
    const message = await call('PATCH /api/messages/:id', { id, body: fields, version, signal })
    rememberMessage(message)
    return message
  },
  stored: (answer) => storedNote(answer as InboxMessage),
})

const Note = ({ open }: { open: OpenForm }) => {
  const form = useForm(open)
  return (
    <>
      <FormField form={form} name="note" input={TextAreaInput} />
      {(form.dirty || form.state.values.note !== '') && <SaveNote form={form} />}
    </>
  )
}

const NoteField = ({ message }: { message: InboxMessage }) => {
  const stored = useMemo(() => storedNote(message), [message])
  const open = useOpenForm(noteSource(message.id), stored)
  return <div className="note">{open && <Note open={open} />}</div>
}

export default NoteField
