/** In frames: a tab may have to open first, or a sheet to close. */
const timeoutMs = 60

const fieldIn = (root: HTMLElement, name: string) =>
  name === ''
    ? root.querySelector<HTMLElement>('[data-field]')
    : root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

/** The list of a field; a list inside one of its rows is not meant. */
const listIn = (field: HTMLElement) => field.querySelector('.sortable')

const inputOf = (field: HTMLElement, index: number | undefined): HTMLElement | null => {
  const row = index === undefined ? undefined : (listIn(field)?.children[index] as HTMLElement | undefined)
  const container = row ?? field
  const closed = row?.querySelector<HTMLElement>('[data-reveal][aria-expanded="false"]')
  if (closed) {
    closed.click()
    return null
  }
  if (container.matches('input, textarea, select')) return container
  return (
    container.querySelector<HTMLElement>('textarea, select, input:not([type="hidden"])') ??
    container.querySelector<HTMLElement>('button')
  )
}

/** Focuses a field of a form as soon as it is rendered; the first one without a name. */
export const focusField = (root: HTMLElement, name: string, index?: number, left = timeoutMs): void => {
  const field = fieldIn(root, name)
  const input = field && inputOf(field, index)
  input?.focus({ preventScroll: true })
  // Not yet there, or still behind the sheet.
  if (input && document.activeElement === input) input.scrollIntoView({ block: 'center' })
  else if (left > 0) requestAnimationFrame(() => focusField(root, name, index, left - 1))
}

export const fieldAround = (element: Element): { field: string; index?: number } | undefined => {
  const field = element.closest<HTMLElement>('[data-field]')
  const name = field?.dataset.field
  if (!name) return undefined
  const index = [...(listIn(field)?.children ?? [])].findIndex((row) => row.contains(element))
  return index < 0 ? { field: name } : { field: name, index }
}
