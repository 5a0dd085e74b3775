import type { ScriptWords } from '../../model/words/catalogue.ts'

/** 1 where lines run to the right, -1 where they run to the left. */
export const directionOf = (element: Element): 1 | -1 => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)

/** The words of one script in the page's language; an English page carries none, and the script's own hold. */
export const scriptWords = <N extends keyof ScriptWords>(name: N, english: ScriptWords[N]): ScriptWords[N] => {
  const block = document.getElementById('words')
  return block ? (JSON.parse(block.textContent) as ScriptWords)[name] : english
}

// What the page's style knows of its images: placeholder, focus and ratio.
const imageRules = /\.m[0-9a-z]+\{[^{}]*\}/g

export const adoptStyle = (css = ''): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Brings the rules of another page's images along, for those that move from there into this one. */
export const adoptImageRules = (page: DocumentFragment): void =>
  adoptStyle(page.querySelector('style')?.textContent?.match(imageRules)?.join(''))

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
  if (button.ariaLabel === text) return
  button.ariaLabel = text
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

export const newElement = <T extends 'dialog' | 'div' | 'li' | 'p' | 'span' | 'ul'>(
  tag: T,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}
