import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Form } from './use-form.ts'

interface SaveButtonsProps {
  form: Form
  id: string
  children?: ReactNode
}

export const SaveButtons = ({ form: { dirty, state, discard }, id, children }: SaveButtonsProps) => (
  <>
    {dirty && (
      <Button variant="subtle" color="gray" onClick={discard} disabled={state.publishing}>
        Discard
      </Button>
    )}
    {children}
    <Button type="submit" form={id} loading={state.publishing} disabled={!dirty} aria-keyshortcuts="Control+S Meta+S">
      Save
    </Button>
  </>
)
