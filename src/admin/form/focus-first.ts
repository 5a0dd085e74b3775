import { useEffect } from 'react'
import { untilFound } from '../ui/use-loaded.ts'

/** Frames to wait for a part of the form that comes late: after half a second the focus would interrupt somebody who reads. */
const maxFrames = 30

/** Opens the collapsed parts in which something is wrong. True when there were any. */
const revealed = (form: HTMLElement): boolean => {
  const closed = form.querySelectorAll<HTMLElement>('[data-wrong] [data-reveal][aria-expanded="false"]')
  for (const button of closed) button.click()
  return closed.length > 0
}

const focusFirst = (form: HTMLElement, selector: string): void => {
  const look = () => {
    const field = revealed(form) ? null : form.querySelector<HTMLElement>(selector)
    field?.focus()
    return field !== null
  }
  // In a frame from now: what it looks for is not drawn yet.
  requestAnimationFrame(() => untilFound(form, look))
}

export const focusFirstProblem = (form: HTMLElement): void =>
  focusFirst(form, '[aria-invalid="true"], button[data-invalid]')

export const focusFirstConflict = (form: HTMLElement): void => focusFirst(form, '[data-conflict] button')

/** False where a keyboard on the screen would cover the form. */
const hasKeys = () => matchMedia('(pointer: fine)').matches

const texts = 'main form :is(input:not([type=file],[type=checkbox]),textarea)'

/**
 * Moves the focus into a form that opens, to the first text that is not known yet, also of a part that comes a moment later, unless somebody
 * was quicker. Not on a phone: its keyboard would cover the form.
 */
export const useFocusOnEmptyField = (): void =>
  useEffect(() => {
    let frame = 0
    const look = (left: number) => {
      if (!document.activeElement?.matches('body, main') || !hasKeys()) return
      const fields = [...document.querySelectorAll<HTMLInputElement>(texts)]
      const field = fields.find(({ value }) => value === '')
      if (field) field.focus({ preventScroll: true })
      else if (left > 0) frame = requestAnimationFrame(() => look(left - 1))
    }
    look(maxFrames)
    return () => cancelAnimationFrame(frame)
  }, [])

/** Moves the focus to the first text of a form and selects it, as Tab does. Not on a phone. */
export const focusFirstText = (): void => {
  const field = document.querySelector<HTMLInputElement>(texts)
  if (!field || !hasKeys()) return
  field.focus({ preventScroll: true })
  field.select()
}

/**
 * Moves the focus from the button by which a file was chosen to what belongs to that file, unless it has moved on. Not on a phone.
 */
export const focusAfterUpload = (field: HTMLElement | null): void => {
  const chosenBy = document.activeElement
  const isHere = chosenBy?.matches('[type=file]') && field?.closest('[data-field]')?.contains(chosenBy)
  if (isHere && hasKeys()) field?.focus({ preventScroll: true })
}
