import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { Invalid } from '../../model/errors.ts'
import { asApiError } from '../api/api-error.ts'
import type { OpenForm } from '../form/autosave/open-form.ts'
import { focusFirstProblem } from '../form/focus-first.ts'
import { useForm } from '../form/use-form.ts'
import { toastChange } from '../history/toast-change.ts'
import { toastError } from '../ui/toast/toast.ts'
import { createEntryOnce } from './create-entry.ts'
import { FormLayout } from './form-layout.tsx'
import { listPath } from './list-path.ts'

/** Form of a new entry. Its text is kept on the device until the server has it. */
export const CreateForm = ({ collection, open }: { collection: CollectionName; open: OpenForm }) => {
  const navigate = useNavigate()
  const form = useForm(open)
  const [create] = useState(createEntryOnce)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { label, admin } = collections[collection]

  const save = async (publish: boolean, element?: HTMLElement, another = false) => {
    if (running.current || (element && !form.check({ form: element }))) return
    running.current = true
    setBusy(true)
    try {
      const entry = await create(collection, form.state.values, publish)
      // The server has everything: clears the unsaved state and the copy on the device.
      form.saver.update((now) => ({ ...now, base: now.values }))
      await form.close({ forget: true })
      toastChange(publish ? `${label.one} published` : 'Saved as a draft')
      if (another) navigate('.', { state: { after: entry.id }, replace: true })
      else navigate(publish ? listPath(collection) : `/admin/${admin.path}/edit/${entry.id}`, { replace: !publish })
    } catch (error) {
      const fields = error instanceof Invalid ? error.fields : asApiError(error).fields
      form.setProblems(fields)
      if (Object.keys(fields).length === 0) toastError(error, 'Not saved; your text is kept here')
      else if (element) focusFirstProblem(element)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <FormLayout
      collection={collection}
      title={`Create ${label.one}`}
      form={form}
      busy={busy}
      save={() => void save(false)}
      publish={(element) => void save(true, element)}
      actions={
        <>
          <Button variant="default" disabled={busy} onClick={() => void save(false, undefined, true)}>
            Save and add another
          </Button>
          <Button variant="default" disabled={busy} onClick={() => void save(false)}>
            Save as draft
          </Button>
        </>
      }
    />
  )
}
