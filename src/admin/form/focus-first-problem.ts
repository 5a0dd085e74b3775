/** Frames to wait for a part of the form that opens first. */
const maxFrames = 30

/** Moves the focus to the first invalid field of the form, as soon as there is one. */
export const focusFirstProblem = (form: HTMLElement, left = maxFrames): void => {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else if (left > 0) focusFirstProblem(form, left - 1)
  })
}
