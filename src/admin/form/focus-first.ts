/** Frames to wait for a part of the form that opens first. */
const maxFrames = 30

const focusFirst = (form: HTMLElement, selector: string, left = maxFrames): void => {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(selector)
    if (field) field.focus()
    else if (left > 0) focusFirst(form, selector, left - 1)
  })
}

export const focusFirstProblem = (form: HTMLElement): void => focusFirst(form, '[aria-invalid="true"]')

export const focusFirstConflict = (form: HTMLElement): void => focusFirst(form, '[data-conflict] button')
