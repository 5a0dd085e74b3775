import { Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { sendable } from './autosave/autosave.ts'
import type { Form } from './use-form.ts'

type Note = [tone: 'quiet' | 'done' | 'away' | 'wrong', text: string]

const noteOf = ({ state, rules, dirty: open }: Form): Note => {
  if (state.deleted) return ['wrong', 'This was deleted elsewhere. Your text is kept on this device.']
  if (state.conflicts.length > 0) return ['wrong', 'Changed in two places: choose below.']
  if (state.version === null) return ['quiet', open ? 'Kept on this device' : '']
  if (state.failures > 0 || (open && !navigator.onLine)) return ['away', 'Offline – kept on this device']
  if (state.sending || (open && Object.keys(sendable(state, rules)).length > 0)) return ['quiet', 'Saving…']
  if (open) return ['wrong', 'Not saved: see the marked field.']
  return ['done', 'Saved']
}

const icons = { quiet: null, done: Check, away: CloudOff, wrong: TriangleAlert }

export const SaveNote = ({ form }: { form: Form }) => {
  const [tone, text] = noteOf(form)
  const Icon = icons[tone]
  return (
    <Text component="span" size="sm" className="save-note" data-tone={tone} role="status">
      {Icon && <Icon size={15} aria-hidden />}
      {text}
    </Text>
  )
}
