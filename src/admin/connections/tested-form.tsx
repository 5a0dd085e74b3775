import { Button, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SavedConnection, TestStep } from '../../model/connections/connection.ts'
import { SubmitForm } from '../form/submit-form.tsx'
import { useSubmit } from '../form/use-submit.tsx'
import { toast } from '../ui/toast/toast.ts'
import { forgetConnections } from './connections-api.ts'
import { TestSteps } from './test-steps.tsx'

interface Report {
  saved: boolean
  steps: readonly TestStep[]
}

/** A form whose connection is tested and, when the test passes, saved; `forget` then clears what was secret. */
export const useTestedSave = (save: () => Promise<SavedConnection>, done: string, forget: () => void) => {
  const [report, setReport] = useState<Report>()
  const form = useSubmit(async () => {
    setReport(undefined)
    const { saved, steps } = await save()
    setReport({ saved, steps })
    if (!saved) return
    forget()
    toast(done)
    await forgetConnections()
  })
  return { ...form, report }
}

/** The outcome, announced to screen readers. */
const TestReport = ({ report, busy, sent }: { report: Report | undefined; busy: boolean; sent: string }) => (
  <div role="status">
    {busy && <span className="visually-hidden">Testing …</span>}
    {report && (
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text size="sm" fw={600} {...(report.saved ? {} : { c: 'var(--mantine-color-error)' })}>
            {report.saved ? 'The test passed: saved, and in use' : 'The test failed: nothing was saved'}
          </Text>
          {report.saved && <Text size="sm">{sent}</Text>}
          <TestSteps steps={report.steps} />
        </Stack>
      </Paper>
    )}
  </div>
)

interface Props {
  label: string
  form: ReturnType<typeof useTestedSave>
  /** Says what the button does. */
  action: string
  /** Hint about the test, shown after saving. */
  sent: string
  children: ReactNode
}

export const TestedForm = ({ label, form, action, sent, children }: Props) => (
  <SubmitForm form={form} label={label}>
    {children}
    <Button type="submit" loading={form.busy} w="fit-content">
      {action}
    </Button>
    <TestReport report={form.report} busy={form.busy} sent={sent} />
  </SubmitForm>
)
