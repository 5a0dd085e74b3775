import { type SyntheticEvent, useState } from 'react'
import { Invalid } from '../../model/errors.ts'
import { asApiError } from '../api/api-error.ts'
import { focusFirstProblem } from './focus-first.ts'

export const useSubmit = (act: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()

  const submit = async (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setProblems({})
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      const { fields, message, requestId, status } = asApiError(error)
      const wrong = error instanceof Invalid ? error.fields : fields
      setProblems(wrong)
      const named = Object.keys(wrong).some((name) => form.querySelector(`[name="${CSS.escape(name)}"]`))
      if (!named)
        setProblem(
          status >= 500 && requestId && !message.includes(requestId) ? `${message} (Reference ${requestId})` : message,
        )
      focusFirstProblem(form)
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, problems, problem }
}
