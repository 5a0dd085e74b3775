import { sentMessageShown } from '../../../model/inbox/message-limits.ts'
import { englishContact } from '../../../model/words/english/contact.ts'
import { scriptWords } from '../script-words.ts'
import { keepDraft } from './draft.ts'
import { contactFields } from './fields.ts'
import { proveWork } from './proof.ts'
import { sendMessage } from './send-message.ts'

type State = 'idle' | 'sending' | 'sent' | 'failed'

/** Lets the contact form send without leaving the page: idle, sending, sent or failed (specification, section 4). */
export const mount = (form: HTMLFormElement): void => {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit], button:not([type])')
  const status = form.querySelector('[role=status]')
  if (!button || !status) return
  const label = button.querySelector('[data-label]') ?? button
  const words = scriptWords('contact', englishContact)
  const labels: Record<State, string> = { idle: '', sending: words.sending, sent: words.sent, failed: words.again }
  const fields = contactFields(form, words.problems)
  const draft = keepDraft(fields)
  const proof = proveWork(form)
  const idleLabel = label.textContent
  let offline = false
  form.noValidate = true

  const show = (state: State, message: string, action = labels[state] || idleLabel) => {
    form.dataset.state = state
    form.ariaBusy = String(state === 'sending')
    label.textContent = action
    status.textContent = message
    const busy = state === 'sending' || state === 'sent'
    // Not disabled: a disabled button loses the focus.
    button.ariaDisabled = String(busy)
    fields.lock(busy)
  }

  const submit = async () => {
    if (form.dataset.state === 'sending' || form.dataset.state === 'sent') return
    if (!fields.check()) return show('failed', words.attention, idleLabel)
    show('sending', labels.sending)
    const result = await sendMessage(form, words, {
      key: draft.key(),
      elapsed: draft.elapsed(),
      proof: proof.get(),
      onRetry: () => show('sending', words.retrying),
    })
    if (!result.sent) {
      offline = result.offline ?? false
      fields.refuse(result.fields)
      show('failed', result.reason, fields.wrong() ? idleLabel : labels.failed)
      return
    }
    draft.forget()
    proof.renew()
    show('sent', words.thanks)
    setTimeout(() => {
      fields.empty()
      show('idle', '')
    }, sentMessageShown)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  form.addEventListener('input', () => {
    if (form.dataset.state === 'failed' && !fields.wrong()) show('idle', '')
  })
  addEventListener('online', () => {
    if (offline && form.dataset.state === 'failed') show('failed', words.online)
    offline = false
  })
}
