import { useEffect, useRef, useState } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { asApiError } from '../api/api-error.ts'
import { keptText } from './kept-text.ts'
import { messages as api, rememberMessage } from './messages-api.ts'

/** In ms: delay between the last key and saving. */
const pause = 800

export type NoteState = 'saved' | 'saving' | 'unsaved' | { elsewhere: string } | { failed: string }

/** Note with autosave. Asks if it was also changed elsewhere; no typed text is lost. */
export const useNote = (message: InboxMessage) => {
  const { id } = message
  const kept = useRef(keptText('note', id)).current
  const [text, setText] = useState(() => kept.read() ?? message.note)
  const [state, setState] = useState<NoteState>(() => (kept.read() === undefined ? 'saved' : 'unsaved'))
  // The last text that server and field shared, the text in the field, and the text being saved.
  const now = useRef({ base: message.note, version: message.version, text, sending: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  now.current.text = text

  const save = async (): Promise<void> => {
    clearTimeout(timer.current)
    const { sending, base, version } = now.current
    const note = now.current.text
    if (sending) return
    if (note === base) {
      kept.forget()
      setState('saved')
      return
    }
    now.current.sending = true
    setState('saving')
    try {
      const stored = await api.update(id, { note }, version)
      Object.assign(now.current, { base: note, version: stored.version, sending: false })
      rememberMessage(stored)
      if (now.current.text !== note) return void save()
      kept.forget()
      setState('saved')
    } catch (error) {
      now.current.sending = false
      const { code, current, message: sentence } = asApiError(error)
      if (code !== 'stale-version') return setState({ failed: sentence })
      const theirs = current as InboxMessage
      now.current.version = theirs.version
      // Another field of the message changed: no conflict.
      if (theirs.note === base || theirs.note === note) {
        now.current.base = theirs.note
        return void save()
      }
      setState({ elsewhere: theirs.note })
    }
  }

  // An untouched note follows the stored one.
  useEffect(() => {
    const { base, sending, text: typed } = now.current
    if (sending || message.version < now.current.version) return
    now.current.version = message.version
    if (typed === base && message.note !== base) {
      now.current.base = message.note
      setText(message.note)
    }
  }, [message.version, message.note])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is there, and once when it goes.
  useEffect(() => {
    if (now.current.text !== now.current.base) timer.current = setTimeout(() => void save(), pause)
    return () => void save()
  }, [])

  return {
    text,
    state,
    save,
    change: (next: string) => {
      setText(next)
      kept.keep(next)
      setState('unsaved')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), pause)
    },
    /** Resolves a conflict with the text of this field or the stored one. */
    settle: (side: 'mine' | 'theirs', elsewhere: string) => {
      now.current.base = elsewhere
      if (side === 'theirs') {
        now.current.text = elsewhere
        setText(elsewhere)
      }
      void save()
    },
  }
}
