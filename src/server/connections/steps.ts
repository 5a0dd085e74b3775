import type { StepName, TestStep } from '../../model/connections/connection.ts'

/** End of a test: its message and the answer of the other side. */
export interface Failure {
  step: StepName
  message: string
  answer?: string | undefined
}

/** The steps of a test: all before the failed one are done, all after it were not reached. */
export const stepsUntil = (names: readonly StepName[], failure: Failure | undefined, answer?: string): TestStep[] => {
  const failedAt = failure ? names.indexOf(failure.step) : names.length
  return names.map((step, index) => ({
    step,
    state: index < failedAt ? 'done' : index === failedAt ? 'failed' : 'not-reached',
    message: index === failedAt && failure ? failure.message : null,
    answer:
      (index === failedAt && failure ? failure.answer : index === names.length - 1 && !failure ? answer : null) ?? null,
  }))
}

export const passed = (steps: readonly TestStep[]): boolean => steps.every(({ state }) => state === 'done')
