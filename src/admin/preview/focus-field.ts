/** In frames: a tab may have to open first, or a sheet to close. */
const timeoutMs = 60

const fieldIn = (root: HTMLElement, name: string) =>
  name === ''
    ? root.querySelector<HTMLElement>('[data-field]')
    : root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

const inputOf = (field: HTMLElement, index: number | undefined): HTMLElement | null => {
  const row = index === undefined ? undefined : field.querySelectorAll<HTMLElement>('.sortable > li')[index]
  const container = row ?? field
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
  const row = element.closest('.sortable > li')
  return row?.parentElement ? { field: name, index: [...row.parentElement.children].indexOf(row) } : { field: name }
}
