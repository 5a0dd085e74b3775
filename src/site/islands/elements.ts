const paths = {
  previous: 'M14.5 5 7.5 12l7 7',
  next: 'm9.5 5 7 7-7 7',
  close: 'm6 6 12 12M18 6 6 18',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
}
type Icon = keyof typeof paths

const stroke = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'

/** Gives a button a line icon, 24 px square, and the label that says the same. */
export const setIcon = (button: HTMLElement, text: string, icon: Icon): void => {
  if (button.getAttribute('aria-label') === text) return
  button.setAttribute('aria-label', text)
  button.innerHTML = `<svg viewBox="0 0 24 24" width="24" height="24" ${stroke} aria-hidden="true"><path d="${paths[icon]}"/></svg>`
}

export const newButton = (className: string, onClick: () => void): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.addEventListener('click', onClick)
  return button
}

export const iconButton = (text: string, icon: Icon, className: string, onClick: () => void): HTMLButtonElement => {
  const button = newButton(className, onClick)
  setIcon(button, text, icon)
  return button
}

export const newElement = (tag: 'div' | 'p', className: string, ...children: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}
