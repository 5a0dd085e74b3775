import { Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type Autosave, sendable, unsaved } from '../form/autosave/autosave.ts'
import type { Rules } from '../form/autosave/rules.ts'

type Note = [tone: 'quiet' | 'done' | 'away' | 'wrong', text: string]

const noteOf = (state: Autosave, rules: Rules): Note => {
  const open = unsaved(state).length > 0
  if (state.deleted) return ['wrong', 'This entry was deleted elsewhere. Your text is kept on this device.']
  if (state.conflicts.length > 0) return ['wrong', 'Changed in two places: choose below.']
  if (state.version === null) return ['quiet', open ? 'Kept on this device' : '']
  if (state.failures > 0 || (open && !navigator.onLine)) return ['away', 'Offline – kept on this device']
  if (state.sending || (open && Object.keys(sendable(state, rules)).length > 0)) return ['quiet', 'Saving…']
  if (open) return ['wrong', 'Not saved: see the marked field.']
  return ['done', 'Saved']
}

const icons = { quiet: null, done: Check, away: CloudOff, wrong: TriangleAlert }

/** Save status of the form. */
export const SaveNote = ({ state, rules }: { state: Autosave; rules: Rules }) => {
  const [tone, text] = noteOf(state, rules)
  const Icon = icons[tone]
  return (
    <Text component="span" size="sm" className="save-note" data-tone={tone} role="status">
      {Icon && <Icon size={15} aria-hidden />}
      {text}
    </Text>
  )
}
