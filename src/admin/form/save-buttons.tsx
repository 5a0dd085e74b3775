import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface SaveButtonsProps {
  /** Id of the form to submit. */
  form: string
  state: { dirty: boolean; saving: boolean; reset(): void }
  /** Further buttons between the two. */
  children?: ReactNode
}

/** Discard and Save, for a form that is saved as a whole. */
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
