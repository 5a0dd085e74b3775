import { type Block, blockKinds } from '../../src/model/blocks/kinds.ts'
import type { Field, Fields } from '../../src/model/fields/fields.ts'
import type { seededRandom } from './random.ts'

type Random = ReturnType<typeof seededRandom>

/** Text that a format of lines could trip over. */
const hostile = [
  ':::',
  '::: text #body',
  '::::',
  '- a',
  '  b: c',
  '"quoted',
  '"',
  'caption: no caption',
  '```',
  '~~~js',
  '![a](b.png)',
  '<!--slot-->',
  '</style><script>alert(1)</script>',
  '\\',
  '{{x}}',
  '\u2028',
  'عربي',
  '𝒳',
  '# Title',
  '> quote',
  '&amp;',
  '__proto__',
  '$&',
]

const lineOf = (random: Random) =>
  Array.from({ length: 1 + random.below(3) }, () => random.pick(hostile))
    .join(random.pick([' ', '', '\t']))
    .replaceAll('\t', ' ')

const textOf = (random: Random) =>
  Array.from({ length: 1 + random.below(5) }, () => (random.chance(0.2) ? '' : lineOf(random))).join(
    random.pick(['\n', '\n\n', '\r\n', '\n\t']),
  )

const randomValue = (field: Field, random: Random): unknown => {
  const { kind, options, item, max = 1000 } = field
  if (item) return Array.from({ length: random.below(max + 1) }, () => randomValues(item.fields, random))
  if (options) return random.pick(options)
  if (random.chance(0.2)) return field.empty
  if (kind === 'image' || kind === 'video' || kind === 'entry') return `id-${random.below(100)}`
  if (kind === 'url') return random.pick(['https://example.com/a?b=c#d', '/projects', 'mailto:a@example.com'])
  const text = kind === 'markdown' || kind === 'textarea' || kind === 'code' ? textOf(random) : lineOf(random)
  return kind === 'code' ? text : text.slice(0, max).trim()
}

const randomValues = (fields: Fields, random: Random): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, randomValue(field as Field, random)]))

/** Up to so many blocks of any kind, finished or not, that a draft may hold. */
export const randomBlocks = (random: Random, most = 8): Block[] =>
  Array.from({ length: random.below(most + 1) }, (_, n) => {
    const { kind, fields } = random.pick(blockKinds)
    return { id: `${n}-${random.below(1000)}`, kind, ...randomValues(fields, random) } as unknown as Block
  })
