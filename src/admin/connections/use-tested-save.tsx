import { Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SavedConnection, TestStep } from '../../model/connections/connection.ts'
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
export const TestReport = ({ report, busy, sent }: { report: Report | undefined; busy: boolean; sent: string }) => (
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
