import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, isProduct, readSources, type Sources } from '../scripts/sources.ts'

const root = path.resolve(import.meta.dirname, '..')

const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
const [, drawing = ''] = document.split('## One direction')[1]?.split('```\n') ?? []
/** Nouns of each layer in their order: `model/fields`, …; the root of a layer is `model/*`. */
const order = [...drawing.matchAll(/^(\w+) +(.+\n(?: +.+\n)*)/gm)].flatMap(([, layer, nouns = '']) =>
  nouns
    .trim()
    .split(/\s+/)
    .map((noun) => `${layer}/${noun}`),
)

const layerOf = (noun: string) => noun.split('/')[0] ?? ''
const nounOf = (file: string) => {
  const [, layer, noun, ...below] = file.split('/')
  return below.length > 0 ? `${layer}/${noun}` : noun ? `${layer}/*` : '*'
}

/** Whether one may import the other: files directly in `src` may import all, others the model and what stands before them. */
const isInOrder = (from: string, to: string): boolean => {
  if (from === to || from === '*') return true
  if (layerOf(from) !== layerOf(to)) return layerOf(to) === 'model'
  if (from.endsWith('*')) return layerOf(from) !== 'model'
  return to === 'model/*' || (order.includes(to) && order.indexOf(to) < order.indexOf(from))
}

/** How many imports go against the order, from noun to noun. */
const against = (sources: Sources): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const file of [...sources.keys()].filter(isProduct))
    for (const imported of importsOf(sources, file)) {
      const [from, to] = [nounOf(file), nounOf(imported)]
      if (!isInOrder(from, to)) found[`${from} → ${to}`] = (found[`${from} → ${to}`] ?? 0) + 1
    }
  return found
}

const sources = readSources(root)

it('every noun has one place in the drawing', () => {
  const nouns = new Set([...sources.keys()].filter(isProduct).map(nounOf))
  expect(order.toSorted()).toEqual([...nouns].filter((noun) => !noun.endsWith('*')).toSorted())
})

it('imports go one way, from noun to noun and from layer to layer', () => {
  expect(against(sources)).toEqual({})
})

it.each([
  ['src/server/db/open.ts', 'src/server/http/app.ts', 'server/db → server/http'],
  ['src/server/db/open.ts', 'src/server/services.ts', 'server/db → server/*'],
  ['src/model/errors.ts', 'src/model/fields/fields.ts', 'model/* → model/fields'],
  ['src/model/fields/fields.ts', 'src/server/services.ts', 'model/fields → server/*'],
  ['src/site/page/render.tsx', 'src/server/db/open.ts', 'site/page → server/db'],
  ['src/server/http/app.ts', 'src/serve.ts', 'server/http → *'],
])('an import in %s of %s goes against it', (file, imported, told) => {
  const way = path.posix.relative(path.posix.dirname(file), imported)
  for (const text of [`import type { A } from './${way}'`, `const late = await import('./${way}')`])
    expect(
      against(
        new Map([
          [file, text],
          [imported, ''],
        ]),
      ),
    ).toEqual({ [told]: 1 })
})
