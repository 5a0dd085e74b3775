import { Alert, Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { fullTime } from '../ui/times.ts'
import { LeaveWhenSaved } from './leave-guard.tsx'
import type { Form } from './use-form.ts'

interface Props {
  form: Form
  id: string
  label: string
  className?: string
  /** Called on submitting and on Ctrl/Cmd+S, also in fields. */
  save(element: HTMLElement): void
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

/** Form element with the notice of recovered text, and a guard for unsaved text. */
export const FormBody = ({ form, id, label, className, save, children }: Props) => {
  const element = useRef<HTMLFormElement>(null)
  const start = () => element.current && save(element.current)
  useHotkeys([['mod+S', start]], [], true)
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
          start()
        }}
      >
        <RecoveredNotice form={form} />
        {children}
      </form>
      <LeaveWhenSaved form={form} />
    </>
  )
}
