import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { LeaveWhenSaved } from './leave-guard.tsx'
import { RecoveredNotice } from './recovered-notice.tsx'
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
