import { useMode as addMode, modeHsl, modeLrgb, modeRgb, parse, wcagContrast } from 'culori/fn'
import type { Tones } from '../themes/tones.ts'

const parsed = /* @__PURE__ */ (() => {
  for (const mode of [modeRgb, modeLrgb, modeHsl]) addMode(mode as typeof modeRgb)
  return parse
})()

type Mode = 'light' | 'dark'

/** Declarations of a style sheet, or a condition such as `@media` around some. */
interface Rule {
  selector: string
  /** The mode of the page that its condition names. */
  mode: Mode | undefined
  declared: Map<string, string>
}

const modeOf = (prelude: string): Mode | undefined =>
  /(?:prefers-color-scheme\s*:\s*|data-appearance\s*=\s*["']?)(light|dark)/.exec(prelude)?.[1] as Mode | undefined

const noRules = /^@(?:-webkit-)?(?:keyframes|page|property|counter-style|position-try)/

/** The rules of CSS that is well formed, as the owner's is once it is published. Reads each character once. */
const rulesOf = (css: string): Rule[] => {
  const source = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ')
  const rules: Rule[] = []
  const open: Rule[] = []
  let text = ''
  const declare = () => {
    const colon = text.indexOf(':')
    const value = text.slice(colon + 1).replace(/!\s*important\s*$/i, '')
    if (colon > 0) open.at(-1)?.declared.set(text.slice(0, colon).trim().toLowerCase(), value.trim())
    text = ''
  }
  for (const [part] of source.matchAll(/"[^"]*"|'[^']*'|[{};]|[^"'{};]+|["']/g)) {
    if (part === '{') {
      const prelude = text.trim()
      // Declarations inside a condition belong to the rule around it.
      const selector = prelude.startsWith('@') && !noRules.test(prelude) ? (open.at(-1)?.selector ?? '') : prelude
      open.push({ selector, mode: modeOf(prelude) ?? open.at(-1)?.mode, declared: new Map() })
      text = ''
    } else if (part === '}') {
      declare()
      const rule = open.pop()
      if (rule && ![...open, rule].some(({ selector }) => noRules.test(selector))) rules.push(rule)
    } else if (part === ';') declare()
    else text += part
  }
  return rules
}

/** Colours of a theme by the custom properties that hold them. */
type Colours = Record<string, string>

/** A colour as it is shown; undefined for one that is see-through, or not known without the page. */
const colourIn = (value: string | undefined, colours: Colours, mode: Mode): string | undefined => {
  const [, light, dark] = /^light-dark\(([^,()]*),([^,()]*)\)$/i.exec(value ?? '') ?? []
  const chosen = (light === undefined ? value : mode === 'dark' ? dark : light)?.trim() ?? ''
  const [, name] = /^var\(\s*--([\w-]{1,40})\s*\)$/.exec(chosen) ?? []
  const text = name === undefined ? chosen : (Object.hasOwn(colours, name) && colours[name]) || ''
  return (parsed(text)?.alpha ?? (parsed(text) ? 1 : 0)) < 1 ? undefined : text
}

/** Pairs of text and ground, in words. */
const pairs = [
  ['ink', 'paper', 'text on the paper'],
  ['ink', 'wash', 'text on tinted areas'],
  ['muted', 'paper', 'muted text on the paper'],
  ['muted', 'wash', 'muted text on tinted areas'],
  ['accent', 'paper', 'links on the paper'],
  ['on-field', 'field', 'text on buttons'],
] as const

const selects = (names: RegExp, selector: string) => selector.split(',').some((one) => names.test(one.trim()))
const root = /^(?::root|html|body)(?:\[[^\]]*\])?$/
/** Elements whose ground is the paper, whatever is around them; large headings may have less contrast. */
const plainText = /^(?:html|body|main|p|li|dt|dd|h[3-6]|blockquote|figcaption)$/
const largeText = /(?:^|\s)h[12]$/
const pageGround = /^(?:html|body|main|section)$/

/** WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5

/**
 * Text that a style sheet makes hard to read: colours of the theme that it replaces, a text colour with its ground in one rule, and the colour of
 * plain text or of the page alone. What lies over an image, and what only the page's own cascade decides, is not seen.
 */
export const lowContrasts = (css: string, tones: Record<Mode, Tones>, modes: readonly Mode[]) => {
  const rules = css === '' ? [] : rulesOf(css)
  const found = new Map<string, { what: string; mode: Mode; ratio: number }>()
  for (const mode of modes) {
    const judge = (what: string, text: string | undefined, ground: string | undefined) => {
      const ratio = text && ground ? wcagContrast(text, ground) : leastContrast
      if (ratio < leastContrast && !found.has(what)) found.set(what, { what, mode, ratio: Math.floor(ratio * 10) / 10 })
    }
    const applied = rules.filter((rule) => rule.mode === undefined || rule.mode === mode)
    const { onField, ...tone } = tones[mode]
    const own: Colours = { ...tone, 'on-field': onField }
    const replaced = new Set<string>()
    for (const { declared } of applied.filter(({ selector }) => selects(root, selector)))
      for (const name of Object.keys(own)) {
        const colour = colourIn(declared.get(`--${name}`), own, mode)
        if (colour === undefined) continue
        own[name] = colour
        replaced.add(name)
      }
    for (const [text, ground, what] of pairs)
      if (replaced.has(text) || replaced.has(ground)) judge(what, own[text], own[ground])
    for (const { selector, declared } of applied) {
      const text = colourIn(declared.get('color'), own, mode)
      const ground = colourIn(declared.get('background-color') ?? declared.get('background'), own, mode)
      if (selects(largeText, selector)) continue
      const what = selector.replace(/\s+/g, ' ').slice(0, 80)
      if (text && ground) judge(what, text, ground)
      else if (text && selects(plainText, selector)) judge(what, text, own.paper)
      else if (ground && selects(pageGround, selector)) judge(what, own.ink, ground)
    }
  }
  return [...found.values()]
}
