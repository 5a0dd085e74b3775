import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '../ui/problem.tsx'
import type { useSubmit } from './use-submit.ts'

interface Props {
  form: Pick<ReturnType<typeof useSubmit>, 'submit' | 'problem'>
  label?: string
  className?: string
  gap?: 'xs' | 'sm' | 'md'
  children: ReactNode
}

/** A form sent by `useSubmit`; a problem that belongs to no input stands at its top. */
export const SubmitForm = ({ form: { submit, problem }, label, className, gap = 'md', children }: Props) => (
  <form onSubmit={submit} noValidate aria-label={label} className={className}>
    <Stack gap={gap}>
      <Problem>{problem}</Problem>
      {children}
    </Stack>
  </form>
)
