import { hit } from './plain-click.ts'
import { lockScroll, unlockScroll } from './scroll-lock.ts'

/** The full-screen menu of small screens: `[data-menu-toggle]` opens the dialog `[data-menu]`. */
export const runMenu = (): void => {
  const toggle = document.querySelector('[data-menu-toggle]')
  const menu = document.querySelector<HTMLDialogElement>('dialog[data-menu]')
  if (!toggle || !menu) return
  const show = (open: boolean) => {
    toggle.setAttribute('aria-expanded', String(open))
    if (open) lockScroll()
    else unlockScroll()
  }

  toggle.addEventListener('click', () => {
    menu.showModal()
    show(true)
  })
  menu.addEventListener('click', (event) => {
    if (hit(event, 'a, [data-menu-close]')) menu.close()
  })
  // Escape ends here as well.
  menu.addEventListener('close', () => show(false))
  addEventListener('resize', () => {
    // Wide enough for the whole navbar: there the toggle is not shown.
    if (menu.open && !toggle.getClientRects().length) menu.close()
  })
}
