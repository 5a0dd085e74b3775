import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** A text as long as one likes: something said over and over between a beginning and an end. */
export interface HostileText {
  prefix: string
  pump: string
  suffix: string
}

const usual = [...' \t\n\0aZb01-_./,;:!"\'<>=%@&()[]{}éüما漢😀\u200d\ufe0f']
const atMost = 6

/** Characters of the expression's own alphabet that this part of it takes. */
const charactersOf = (node: AST.Element, alphabet: readonly string[], flags: string) => {
  const unicode = flags.replace(/[^uvis]/g, '')
  const expression = new RegExp(`^(?:${node.raw})$`, unicode)
  return alphabet.filter((character) => expression.test(character)).slice(0, atMost)
}

/** Texts that each repeated part of this expression takes again and again, and that fail in the end. */
export const hostileTexts = (pattern: string, flags: string): HostileText[] => {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const whole = new RegExpParser().parsePattern(pattern, 0, pattern.length, unicode)
  const literal = new Set<string>()
  const repeated: AST.Quantifier[] = []
  visitRegExpAST(whole, {
    onCharacterEnter: ({ value }) => literal.add(String.fromCodePoint(value)),
    onQuantifierEnter: (node) => node.max > 30 && repeated.push(node),
  })
  const alphabet = [...literal, ...usual]

  /** A short text that this part takes. */
  const sample = (node: AST.Node): string => {
    if (node.type === 'Quantifier') return sample(node.element).repeat(node.min)
    if (node.type === 'Alternative') return node.elements.map(sample).join('')
    if (node.type === 'Group' || node.type === 'CapturingGroup') return sample(node.alternatives[0] as AST.Alternative)
    if (node.type === 'Character') return String.fromCodePoint(node.value)
    if (node.type === 'Assertion' || node.type === 'Backreference') return ''
    return charactersOf(node as AST.Element, alphabet, flags)[0] ?? ''
  }
  /** What leads to this part. */
  const before = (node: AST.Node): string => {
    const { parent } = node
    if (!parent) return ''
    const own =
      parent.type === 'Alternative' ? parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)) : []
    return before(parent) + own.map((one) => sample(one.type === 'Quantifier' ? one.element : one)).join('')
  }
  const after = (node: AST.Node): string => {
    const { parent } = node
    if (parent?.type !== 'Alternative') return ''
    return parent.elements
      .slice(parent.elements.indexOf(node as AST.Element) + 1)
      .map(sample)
      .join('')
  }

  const pumps = repeated.flatMap((node) => {
    const { element } = node
    const inner = 'alternatives' in element ? element.alternatives.map(sample) : charactersOf(element, alphabet, flags)
    const texts = new Set([...inner, sample(element), sample(element) + after(node)].filter(Boolean))
    return [...texts].flatMap((pump) => ['', '\0', before(node)].map((prefix) => ({ prefix, pump })))
  })
  const plain = [...literal, ...usual.slice(0, 8)].slice(0, 24).map((pump) => ({ prefix: '', pump }))
  return [...pumps, ...plain].flatMap(({ prefix, pump }) =>
    ['', '\0', `\0${pump}`].map((suffix) => ({ prefix, pump, suffix })),
  )
}

/** Time of the processor that this thread has used, in ms. What else the machine does is not in it. */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const bestOf = (times: number, work: () => void) => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < times; round += 1) {
    const started = usedMs()
    work()
    best = Math.min(best, usedMs() - started)
  }
  return best
}

// What takes longer is looked at again; a linear expression takes microseconds.
const suspectMs = 10
const lengths = [16, 20, 24, 28, 128, 512, 2048, 8192]

/** Whether this expression's time grows faster than the text: at four times the length, clearly more than four times. */
export const growsFaster = (pattern: string, flags: string, { prefix, pump, suffix }: HostileText): boolean => {
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, '').concat('g'))
  const cost = (length: number, times: number) => {
    const text = prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
    return bestOf(times, () => text.replace(expression, ''))
  }
  for (const length of lengths) {
    const once = cost(length, 1)
    // Noise never takes that long, and waiting for it again would.
    if (once > 100 * suspectMs) return true
    if (once < suspectMs || cost(length, 3) < suspectMs) continue
    // So short a text must not take so long at all.
    if (length <= 2048 || cost(length, 3) > 8 * cost(length / 4, 3)) return true
  }
  return false
}
