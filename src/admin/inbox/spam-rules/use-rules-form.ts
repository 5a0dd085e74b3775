import { useState } from 'react'
import { defaultSpamRules, type SpamRules, spamRulesSchema } from '../../../model/inbox/spam-rules.ts'
import { type SpamSignalName, spamSignalNames } from '../../../model/inbox/spam-signals.ts'
import { ApiError } from '../../api/api-error.ts'
import { toastChange } from '../../history/toast-change.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { spamRules, type VersionedSpamRules } from './spam-rules-api.ts'

/** Text of the fields, also while it is no number. */
type Typed = Record<SpamSignalName | 'threshold', string>

const typedOf = ({ threshold, points }: SpamRules): Typed => ({
  threshold: String(threshold),
  ...(Object.fromEntries(spamSignalNames.map((name) => [name, String(points[name])])) as Record<
    SpamSignalName,
    string
  >),
})
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const read = (typed: Typed) =>
  spamRulesSchema.safeParse({
    threshold: numberOf(typed.threshold),
    points: Object.fromEntries(spamSignalNames.map((name) => [name, numberOf(typed[name])])),
  })

/** Form state of the rules: text, errors, saving. */
export const useRulesForm = ({ rules: stored, version }: VersionedSpamRules) => {
  const [typed, setTyped] = useState(() => typedOf(stored))
  const [base, setBase] = useState({ stored, version })
  const [saving, setSaving] = useState(false)
  // Saved or undone: untouched fields follow the stored rules.
  if (base.version !== version) {
    const [was, is] = [typedOf(base.stored), typedOf(stored)]
    setBase({ stored, version })
    setTyped((shown) => {
      const next = { ...shown }
      for (const name of Object.keys(next) as (keyof Typed)[]) if (shown[name] === was[name]) next[name] = is[name]
      return next
    })
  }
  const result = read(typed)
  const problems: Partial<Record<keyof Typed, string>> = {}
  if (!result.success)
    for (const { path, message } of result.error.issues)
      problems[path.at(-1) as keyof Typed] ??= message.startsWith('Give') ? message : 'Give a whole number.'
  const dirty = (Object.keys(typed) as (keyof Typed)[]).some((name) => typed[name] !== typedOf(stored)[name])

  const save = async () => {
    if (!result.success || !dirty || saving) return
    setSaving(true)
    try {
      const { rules } = await spamRules.update(result.data, version)
      setTyped(typedOf(rules))
      await toastChange('Spam rules saved', { collection: 'spam-rules' })
    } catch (error) {
      toastError(error, 'The rules were not saved')
      if (error instanceof ApiError && error.status === 409) await spamRules.forget()
    } finally {
      setSaving(false)
    }
  }
  return {
    typed,
    /** The typed rules; undefined while they are invalid. */
    rules: result.success ? result.data : undefined,
    problems,
    dirty,
    saving,
    set: (name: keyof Typed, text: string) => setTyped((shown) => ({ ...shown, [name]: text })),
    reset: () => setTyped(typedOf(stored)),
    toFirst: () => setTyped(typedOf(defaultSpamRules)),
    isFirst: JSON.stringify(typed) === JSON.stringify(typedOf(defaultSpamRules)),
    save,
  }
}

export type RulesForm = ReturnType<typeof useRulesForm>
