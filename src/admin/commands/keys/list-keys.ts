const within = (root: Element | Document | null | undefined, mark: string) =>
  root?.querySelector<HTMLElement>(`[data-list-${mark}]`) ?? undefined

const currentItem = () => document.activeElement?.closest('[data-list-item]')

const click = (element: HTMLElement | undefined): boolean => {
  element?.click()
  return element !== undefined
}

const step = (by: 1 | -1): boolean => {
  const items = [...document.querySelectorAll('#main [data-list-item]')]
  const current = currentItem()
  const item = current ? items[items.indexOf(current) + by] : items[by === 1 ? 0 : items.length - 1]
  const target = within(item, 'focus')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return items.length > 0
}

/**
 * Keys of every list: its rows are marked `data-list-item`, and in them what is focused, opened and selected
 * (`data-list-focus`, `-open`, `-select`); next to them what creates another (`data-list-create`).
 */
export const listKeys = {
  next: (): boolean => step(1),
  previous: (): boolean => step(-1),
  select: (): boolean => click(within(currentItem(), 'select')),
  open: (): boolean => click(within(currentItem(), 'open')),
  create: (): boolean =>
    click(within(currentItem()?.closest('section'), 'create') ?? within(document.getElementById('main'), 'create')),
}
