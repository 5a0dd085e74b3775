import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface SaveButtonsProps {
  /** The id of the form that is sent. */
  form: string
  state: { dirty: boolean; saving: boolean; reset(): void }
  /** Between the two. */
  children?: ReactNode
}

/** What ends the editing of a form that saves as a whole: Discard, while there is something to, and Save. */
export const SaveButtons = ({ form, state, children }: SaveButtonsProps) => (
  <>
    {state.dirty && (
      <Button variant="subtle" color="gray" onClick={state.reset} disabled={state.saving}>
        Discard
      </Button>
    )}
    {children}
    <Button
      type="submit"
      form={form}
      loading={state.saving}
      disabled={!state.dirty}
      aria-keyshortcuts="Control+S Meta+S"
    >
      Save
    </Button>
  </>
)
