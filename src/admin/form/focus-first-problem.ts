/** In frames: a part of the form that has to be opened first is there by then. */
const maxFrames = 30

/** Puts the focus into the first field of the form that is marked as wrong, as soon as one is. */
export const focusFirstProblem = (form: HTMLElement, left = maxFrames): void => {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else if (left > 0) focusFirstProblem(form, left - 1)
  })
}
