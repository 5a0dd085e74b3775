import { useLocalStorage } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { InboxMessage } from '../../model/inbox/stored-message.ts'
import { asApiError } from '../api/api-error.ts'
import { toast } from '../ui/toast/toast.ts'
import { messages as api, forgetMessages, rememberMessage } from './messages-api.ts'

/** Draft of a reply. Survives reloads until it is sent or discarded. */
export const useReply = ({ id, user_name: name }: InboxMessage) => {
  // Without a default, which would be stored for each message that is opened.
  const [text = '', setText, forget] = useLocalStorage<string | undefined>({
    key: `vitrine.reply.${id}`,
    serialize: String,
    deserialize: (stored) => stored,
    getInitialValueInEffect: false,
  })
  const [open, setOpen] = useState(text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  // True if the form takes the focus when it opens; a draft restored after a reload does not.
  const takesFocus = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const change = (next: string) => {
    next === '' ? forget() : setText(next)
    setProblem(undefined)
  }
  const send = async () => {
    if (busy) return
    if (text.trim() === '') return setProblem('Write a reply.')
    setBusy(true)
    setProblem(undefined)
    try {
      rememberMessage(await api.reply(id, text))
      change('')
      setOpen(false)
      toast(`Reply to ${name} is on its way`)
      await forgetMessages()
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(`Not sent; your text is still here. ${fields.text ?? message}`)
    }
    setBusy(false)
  }
  return {
    ...{ text, change, open, busy, problem, send, field, takesFocus },
    begin: () => {
      takesFocus.current = true
      setOpen(true)
      field.current?.focus()
    },
    discard: () => {
      const before = text
      change('')
      setOpen(false)
      if (before.trim() !== '')
        toast('Draft discarded', {
          undo: () => {
            change(before)
            setOpen(true)
          },
          id: 'change',
        })
    },
  }
}
