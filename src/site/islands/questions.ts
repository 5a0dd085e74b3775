/** Limit of one call, in ms. */
const timeoutMs = 12_000
/** Of the questions from the form above. */
const distancePx = 56

/** Puts the form of the page at this path below another one; undefined when there is none any more. */
const fetchForm = async (below: HTMLFormElement, path: string): Promise<HTMLFormElement | undefined> => {
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
  // A parsed document would try its inline style against a Content-Security-Policy; a template applies nothing.
  const template = document.createElement('template')
  template.innerHTML = response.ok ? await response.text() : ''
  const form = template.content.querySelector<HTMLFormElement>('form[data-questions]')
  if (!form) return undefined
  // Those about the message before.
  below.parentElement?.querySelector('[data-questions]')?.remove()
  const around = below.parentElement
  const { display, rowGap } = around ? getComputedStyle(around) : { display: '', rowGap: '' }
  // Under the form, where the sentence stands beside it, and nearer than another part of the page.
  if (display === 'grid') {
    form.style.gridColumn = '-2 / -1'
    form.style.marginTop = `${Math.min(0, distancePx - Number.parseFloat(rowGap))}px`
  }
  // Whatever columns a theme gives the three fields.
  for (const part of form.children) (part as HTMLElement).style.gridColumn = '1 / -1'
  below.after(document.adoptNode(form))
  return form
}

/**
 * Asks the owner's questions below the form whose message is stored. What is typed stays until it is stored; nothing of it is needed for
 * the message.
 */
export const ask = async (below: HTMLFormElement, path: string): Promise<void> => {
  const form = await fetchForm(below, path)
  const button = form?.querySelector('button')
  const status = form?.querySelector<HTMLElement>('[role=status]')
  if (!form || !button || !status) return
  const { sending = '', again = '', failed = '' } = form.dataset
  form.noValidate = true
  // Said to those who do not see it come. A region that comes with its text is not announced.
  const said = document.createElement('p')
  said.className = 'visually-hidden'
  said.role = 'status'
  form.append(said)
  setTimeout(() => {
    said.textContent = form.querySelector('h2')?.textContent ?? ''
  }, 100)

  const refuse = (fields: Partial<Record<string, string>>) => {
    const slots = [...form.querySelectorAll<HTMLElement>('[data-error-for]')]
    for (const slot of slots) {
      const { errorFor = '' } = slot.dataset
      slot.textContent = fields[errorFor] ?? ''
      const input = form.elements.namedItem(errorFor)
      if (input instanceof Element) input.ariaInvalid = fields[errorFor] ? 'true' : null
    }
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (form.dataset.state === 'sending') return
    form.dataset.state = 'sending'
    // Not disabled: a disabled button loses the focus.
    button.ariaDisabled = 'true'
    status.textContent = sending
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    const answer = await fetch(form.action, {
      ...{ method: 'POST', body, headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) },
    }).catch(() => undefined)
    const { message = failed, fields = {} } = (await answer?.json().catch(() => ({}))) ?? {}
    if (answer?.ok) {
      status.textContent = message
      status.className = 'contact-thanks'
      status.tabIndex = -1
      form.replaceChildren(status)
      status.focus()
      return
    }
    form.dataset.state = 'failed'
    button.ariaDisabled = null
    button.textContent = again
    status.textContent = message
    refuse(fields)
  })
}
