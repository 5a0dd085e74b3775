const focusable = 'a, button, input, textarea, select, summary, [tabindex]'

/** Takes the elements of newly made markup out of the tab order. */
export const removeFocus = (root: DocumentFragment): void => {
  for (const element of root.querySelectorAll(focusable)) element.setAttribute('tabindex', '-1')
  for (const element of root.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
}
