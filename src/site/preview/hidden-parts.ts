/** Parts that a visitor must find, each with the elements of it that count. */
const neededParts = [
  ['the navigation', '.nav a, .nav button'],
  ['the contact form', '.contact-form :is(input, textarea, button)'],
  ['the links of the footer', '.footer-links a'],
] as const

const isSeen = (element: Element): boolean => {
  const { width, height, right, bottom, left } = element.getBoundingClientRect()
  const isInside = right > 0 && bottom + scrollY > 0 && left < document.documentElement.scrollWidth
  return isInside && width * height >= 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Parts of which something is seen at this width only without the owner's CSS. */
export const hiddenParts = (own: CSSStyleSheet): string[] => {
  const { adoptedStyleSheets: sheets } = document
  const top = scrollY
  // What fades out is still there for a moment.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets = [...sheets, still]
  const seen = (isWorn: boolean) => {
    own.disabled = !isWorn
    return neededParts.map(([, selector]) => [...document.querySelectorAll(selector)].map(isSeen))
  }
  const [before, after] = [seen(false), seen(true)]
  document.adoptedStyleSheets = [...sheets]
  if (scrollY !== top) scrollTo({ top, behavior: 'instant' })
  const isHidden = (part: number) => before[part]?.some((was, at) => was && !after[part]?.[at])
  return neededParts.flatMap(([name], part) => (isHidden(part) ? [name] : []))
}
