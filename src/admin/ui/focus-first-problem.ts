/** After the next paint, puts the focus into the first field of the form that is marked as wrong. */
export const focusFirstProblem = (form: HTMLElement): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  )
}
