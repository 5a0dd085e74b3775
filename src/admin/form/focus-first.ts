/** Frames to wait for a part of the form that opens first. */
const maxFrames = 30

const focusFirst = (form: HTMLElement, selector: string, left = maxFrames): void => {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(selector)
    if (field) field.focus()
    else if (left > 0) focusFirst(form, selector, left - 1)
  })
}

/** Moves the focus to the first invalid field of the form, as soon as there is one. */
export const focusFirstProblem = (form: HTMLElement): void => focusFirst(form, '[aria-invalid="true"]')

/** Moves the focus to the first conflict of the form, as soon as there is one. */
export const focusFirstConflict = (form: HTMLElement): void => focusFirst(form, '[data-conflict] button')
