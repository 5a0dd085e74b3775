import { Alert, Button, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useShortcuts } from '../ui/keys.ts'
import { fullTime } from '../ui/times.ts'
import { LeaveWhenSaved } from './leave-guard.tsx'
import { UnseenNotice } from './unseen-notice.tsx'
import type { Form } from './use-form.ts'

interface Props {
  form: Form
  id: string
  label: string
  className?: string
  /** Called on Ctrl/Cmd+S, also in fields; without `publish` on submitting, too. */
  save(element: HTMLElement): void
  /** Called on Ctrl/Cmd+Enter. With it, Enter in a field does nothing: a form with drafts publishes only on purpose. */
  publish?(element: HTMLElement): void
  children: ReactNode
}

const RecoveredNotice = ({ form: { recoveredAt, discard } }: { form: Form }) =>
  recoveredAt !== undefined && (
    <Alert color="blue" variant="light" p="sm" mb="md" role="status" title="Unsaved text recovered">
      <Group justify="space-between" gap="xs">
        <span>Typed on {fullTime(recoveredAt)} and never saved. It is back in the fields.</span>
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )

/** Leaves the focused field for a moment: what it does then, such as completing a link, comes before its text is saved. */
const leaveField = (form: HTMLElement) => {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || !form.contains(field)) return
  field.blur()
  field.focus()
}

/** Form element with the notice of recovered text, and a guard for unsaved text. */
export const FormBody = ({ form, id, label, className, save, publish, children }: Props) => {
  const element = useRef<HTMLFormElement>(null)
  /** False leaves the key to the browser. */
  const start = (act: ((element: HTMLElement) => void) | undefined) => {
    if (element.current && act) {
      leaveField(element.current)
      act(element.current)
    }
    return act !== undefined
  }
  useShortcuts('form', { save: () => start(save), publish: () => start(publish) })
  return (
    <>
      <form
        ref={element}
        id={id}
        className={className}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!publish) start(save)
        }}
      >
        <RecoveredNotice form={form} />
        <UnseenNotice form={form} />
        {children}
      </form>
      <LeaveWhenSaved form={form} />
    </>
  )
}
