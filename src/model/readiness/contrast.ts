import { useMode as addMode, modeHsl, modeLrgb, modeRgb, parse, wcagContrast } from 'culori/fn'
import type { Tones } from '../themes/tones.ts'

const parsed = /* @__PURE__ */ (() => {
  for (const mode of [modeRgb, modeLrgb, modeHsl]) addMode(mode as typeof modeRgb)
  return parse
})()

type Mode = 'light' | 'dark'

/** A rule of a style sheet. */
interface Rule {
  selector: string
  /** The mode of the page that its condition names. */
  mode: Mode | undefined
  declared: ReadonlyMap<string, string>
}

const modeOf = (prelude: string): Mode | undefined =>
  /(?:prefers-color-scheme\s*:\s*|data-appearance\s*=\s*["']?)dark/.test(prelude)
    ? 'dark'
    : /(?:prefers-color-scheme\s*:\s*|data-appearance\s*=\s*["']?)light/.test(prelude)
      ? 'light'
      : undefined

interface Open {
  prelude: string
  mode: Mode | undefined
  declared: Map<string, string>
}

const noRules = /^@(?:-webkit-)?(?:keyframes|page|property|counter-style|position-try)/

/** The rules of CSS that is well formed, as the owner's is once it is published. Reads each character once. */
export const rulesOf = (css: string): Rule[] => {
  const source = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ')
  const rules: Rule[] = []
  const open: Open[] = []
  let text = ''
  const declare = () => {
    const colon = text.indexOf(':')
    if (colon > 0) {
      const value = text.slice(colon + 1).replace(/!\s*important\s*$/i, '')
      open.at(-1)?.declared.set(text.slice(0, colon).trim().toLowerCase(), value.trim())
    }
    text = ''
  }
  for (const [part] of source.matchAll(/"[^"]*"|'[^']*'|[{};]|[^"'{};]+|["']/g)) {
    if (part === '{') {
      const prelude = text.trim()
      open.push({ prelude, mode: modeOf(prelude) ?? open.at(-1)?.mode, declared: new Map() })
      text = ''
    } else if (part === '}') {
      declare()
      const closed = open.pop()
      if (!closed || closed.declared.size === 0 || open.some(({ prelude }) => noRules.test(prelude))) continue
      // Declarations in a condition belong to the rule around it.
      const own = closed.prelude.startsWith('@') ? open.findLast(({ prelude }) => !prelude.startsWith('@')) : closed
      if (own && !noRules.test(closed.prelude))
        rules.push({ selector: own.prelude, mode: closed.mode, declared: closed.declared })
    } else if (part === ';') declare()
    else text += part
  }
  return rules
}

/** Custom properties by which a theme names its colours. */
const tokenNames = ['paper', 'wash', 'ink', 'muted', 'accent', 'danger', 'success', 'field', 'on-field'] as const
type Token = (typeof tokenNames)[number]
type Colours = Record<Token, string>

const coloursOf = (tones: Tones): Colours => ({
  ...Object.fromEntries(tokenNames.map((name) => [name, tones[name as keyof Tones]])),
  ...({ 'on-field': tones.onField } as Colours),
})

/** A colour as it is shown; undefined for one that is see-through, or not known without the page. */
const colourIn = (value: string | undefined, colours: Colours, mode: Mode): string | undefined => {
  if (value === undefined) return undefined
  const [, light = '', dark = ''] =
    /^light-dark\(([^,()]*(?:\([^()]*\))?),([^,()]*(?:\([^()]*\))?)\)$/i.exec(value) ?? []
  const chosen = light === '' ? value : (mode === 'dark' ? dark : light).trim()
  const [, name] = /^var\(\s*--([\w-]{1,40})\s*\)$/.exec(chosen) ?? []
  const text = name === undefined ? chosen : Object.hasOwn(colours, name) ? colours[name as Token] : ''
  const colour = parsed(text)
  return colour === undefined || (colour.alpha ?? 1) < 1 ? undefined : text
}

/** Pairs of text and ground, in words. */
const pairs: readonly (readonly [Token, Token, string])[] = [
  ['ink', 'paper', 'text on the paper'],
  ['ink', 'wash', 'text on tinted areas'],
  ['muted', 'paper', 'muted text on the paper'],
  ['muted', 'wash', 'muted text on tinted areas'],
  ['accent', 'paper', 'links on the paper'],
  ['on-field', 'field', 'text on buttons'],
]

const isRoot = (selector: string) =>
  selector.split(',').some((one) => /^(?::root|html|body)(?:\[[^\]]*\])?$/.test(one.trim()))
/** Elements whose ground is the paper, whatever is around them. */
const isText = (selector: string) =>
  selector.split(',').some((one) => /^(?:html|body|main|p|li|dt|dd|h[1-6]|blockquote|figcaption)$/.test(one.trim()))
const isGround = (selector: string) =>
  selector.split(',').some((one) => /^(?:html|body|main|section)$/.test(one.trim()))

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5
const leastForLarge = 3

const isLarge = (selector: string, declared: Rule['declared']) =>
  /(?:^|[\s,])h[12]$/.test(selector) ||
  Number(/^(\d{1,4}(?:\.\d+)?)rem$/.exec(declared.get('font-size') ?? '')?.[1] ?? 0) >= 1.5

export interface LowContrast {
  /** What has it, such as “.hero” or “muted text on the paper”. */
  what: string
  mode: Mode
  ratio: number
  least: number
}

/**
 * Text that a style sheet makes hard to read: colours of the theme that it replaces, a text colour with its ground in one rule, and the colour of
 * plain text or of the page alone. What lies over an image, and what only the page's own cascade decides, is not seen.
 */
export const lowContrasts = (css: string, tones: Record<Mode, Tones>, modes: readonly Mode[]): LowContrast[] => {
  const rules = rulesOf(css)
  const found = new Map<string, LowContrast>()
  const judge = (what: string, mode: Mode, text: string | undefined, ground: string | undefined, least: number) => {
    if (text === undefined || ground === undefined || found.has(what)) return
    const ratio = wcagContrast(text, ground)
    if (ratio < least) found.set(what, { what, mode, ratio: Math.floor(ratio * 10) / 10, least })
  }
  for (const mode of modes) {
    const applied = rules.filter((rule) => rule.mode === undefined || rule.mode === mode)
    const own = coloursOf(tones[mode])
    const replaced = new Set<Token>()
    for (const { selector, declared } of applied.filter((rule) => isRoot(rule.selector)))
      for (const name of tokenNames) {
        const colour = colourIn(declared.get(`--${name}`), own, mode)
        if (colour === undefined || selector === '') continue
        own[name] = colour
        replaced.add(name)
      }
    for (const [text, ground, what] of pairs)
      if (replaced.has(text) || replaced.has(ground)) judge(what, mode, own[text], own[ground], leastContrast)
    for (const { selector, declared } of applied) {
      const text = colourIn(declared.get('color'), own, mode)
      const ground = colourIn(declared.get('background-color') ?? declared.get('background'), own, mode)
      const least = isLarge(selector, declared) ? leastForLarge : leastContrast
      const what = selector.replace(/\s+/g, ' ').slice(0, 80)
      if (text && ground) judge(what, mode, text, ground, least)
      else if (text && isText(selector)) judge(what, mode, text, own.paper, least)
      else if (ground && isGround(selector)) judge(what, mode, own.ink, ground, least)
    }
  }
  return [...found.values()]
}
