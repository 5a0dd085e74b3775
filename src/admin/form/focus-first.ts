import { useEffect } from 'react'

/** Frames to wait for a part of the form that opens first. */
const maxFrames = 30

/** Opens the collapsed parts in which something is wrong. True when there were any. */
const revealed = (form: HTMLElement): boolean => {
  const closed = form.querySelectorAll<HTMLElement>('[data-wrong] [data-reveal][aria-expanded="false"]')
  for (const button of closed) button.click()
  return closed.length > 0
}

const focusFirst = (form: HTMLElement, selector: string, left = maxFrames): void => {
  requestAnimationFrame(() => {
    const field = revealed(form) ? null : form.querySelector<HTMLElement>(selector)
    if (field) field.focus()
    else if (left > 0) focusFirst(form, selector, left - 1)
  })
}

export const focusFirstProblem = (form: HTMLElement): void =>
  focusFirst(form, '[aria-invalid="true"], button[data-invalid]')

export const focusFirstConflict = (form: HTMLElement): void => focusFirst(form, '[data-conflict] button')

const texts = 'main form :is(input:not([type=file],[type=checkbox]),textarea)'

/** Moves the focus into a form that opens, to the first text that is not known yet, unless somebody was quicker. Not on a phone: its keyboard would cover the form. */
export const useFocusOnEmptyField = (): void =>
  useEffect(() => {
    if (!document.activeElement?.matches('body, main') || !matchMedia('(pointer: fine)').matches) return
    const fields = [...document.querySelectorAll<HTMLInputElement>(texts)]
    fields.find(({ value }) => value === '')?.focus({ preventScroll: true })
  }, [])
