import { useCallback, useEffect, useRef, useState } from 'react'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { type Settings, settingsSchema } from '../../model/settings/settings.ts'
import { asApiError } from '../api/api-error.ts'
import { sameValue } from '../form/same-value.ts'
import { toastChange } from '../history/toast-change.ts'
import { toastError } from '../ui/toast/toast.ts'
import { settings as api, type VersionedSettings } from './settings-api.ts'

export type SettingName = keyof Settings

export interface SettingsForm {
  values: Settings
  /** One message for each invalid field, by its path such as `counters.0.label`. */
  problems: Readonly<Record<string, string>>
  dirty: boolean
  saving: boolean
  /** Settings that were changed both here and elsewhere. */
  conflicts: readonly SettingName[]
  set<K extends SettingName>(name: K, value: Settings[K]): void
  /** Returns the name of the first invalid setting, if any. */
  save(): Promise<SettingName | undefined>
  /** Resolves all conflicts with one side. */
  resolve(side: 'mine' | 'theirs'): void
  reset(): void
}

const changedNames = (from: Settings, to: Settings) =>
  (Object.keys(to) as SettingName[]).filter((name) => !sameValue(from[name], to[name]))

/** Draft of the settings. Saving sends only changed settings, with the version they were based on. */
export const useSettingsForm = (stored: VersionedSettings): SettingsForm => {
  const [base, setBase] = useState(stored)
  const [values, setValues] = useState(stored.settings)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [conflicts, setConflicts] = useState<SettingName[]>([])
  const [saving, setSaving] = useState(false)
  const running = useRef(false)

  /** Merges the stored settings, keeping unsaved ones. Returns the settings that both sides changed. */
  const rebase = useCallback(
    (current: VersionedSettings): SettingName[] => {
      const mine = changedNames(base.settings, values)
      const theirs = changedNames(base.settings, current.settings)
      setBase(current)
      setValues({ ...current.settings, ...Object.fromEntries(mine.map((name) => [name, values[name]])) })
      return mine.filter((name) => theirs.includes(name) && !sameValue(values[name], current.settings[name]))
    },
    [base, values],
  )

  useEffect(() => {
    if (stored.version > base.version && !running.current) setConflicts(rebase(stored))
  }, [stored, base.version, rebase])

  const send = async (from: VersionedSettings): Promise<void> => {
    const changed = changedNames(from.settings, values)
    if (changed.length === 0) return
    // The same validation as on the server, before the call.
    const clean = parse(settingsSchema, values)
    const saved = await api.update(Object.fromEntries(changed.map((name) => [name, clean[name]])), from.version)
    setBase(saved)
    setValues(saved.settings)
    void toastChange('Settings saved', { collection: 'settings' })
  }

  const save = async (): Promise<SettingName | undefined> => {
    if (running.current) return undefined
    running.current = true
    setSaving(true)
    setProblems({})
    try {
      await send(base)
    } catch (error) {
      const { code, fields, current } = asApiError(error)
      const wrong = error instanceof Invalid ? error.fields : fields
      setProblems(wrong)
      const first = Object.keys(wrong)[0]?.split('.')[0] as SettingName | undefined
      if (first) return first
      if (code !== 'stale-version') toastError(error, 'Not saved; your text is still here')
      else {
        const conflicting = rebase(current as VersionedSettings)
        setConflicts(conflicting)
        if (conflicting.length === 0)
          toastError(error, 'Other settings were saved meanwhile and are loaded now. Save again')
      }
    } finally {
      running.current = false
      setSaving(false)
    }
    return undefined
  }

  return {
    values,
    problems,
    conflicts,
    saving,
    dirty: changedNames(base.settings, values).length > 0,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([path]) => path !== name && !path.startsWith(`${name}.`))),
      )
    },
    save,
    resolve: (side) => {
      if (side === 'theirs')
        setValues((before) => ({
          ...before,
          ...Object.fromEntries(conflicts.map((name) => [name, base.settings[name]])),
        }))
      setConflicts([])
    },
    reset: () => {
      setValues(base.settings)
      setProblems({})
      setConflicts([])
    },
  }
}
