import { codeLanguageNames } from '../src/model/blocks/kinds.ts'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { type Bench, type Figure, percentile } from './figure.ts'

const [longestText, longestCode, longestAll] = [20_000, 10_000, 120_000]

// Parts of grammars: what begins and what never ends, and what may be read in two ways.
const proseTokens = [
  ...['_a*', '[a](', '*a_ ', '**a', '![', '[', '](', '[a]: <', '`', '`a``', '```\n', '> ', '>\n', '- ', '1. ', '  - '],
  ...['<', '<a ', '<!--', '&', '\\', '# ', '***\n', '_', '*', '|a', '|-|\n', ':-\n'],
]
const codeTokens = [
  ...[
    '[a](',
    '(',
    '{',
    '"',
    "'",
    '`',
    '/*',
    '<a ',
    '<!--',
    '${',
    'a.',
    '0x',
    '@',
    '#',
    '//',
    '<<<',
    '--',
    '::',
    'a<',
    '=>',
  ],
  ...[
    'a b ',
    'function a(',
    'def a(',
    '\\',
    '*a',
    '_a',
    '/a',
    '%w(',
    ';',
    '-a',
    '&a;',
    'R"',
    '<?php ',
    '${a',
    'a:\n',
    '1e',
  ],
]

interface Block {
  id: string
  kind: 'text' | 'code'
}

/** A wide head and short rows: each is filled up with empty cells. */
const wideTable = `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'a\n'.repeat(5999)}`

const repeated = (token: string, longest: number) => token.repeat(Math.floor(longest / token.length)).trim()

const control = 'harmless'
/** Harmless pages that are not counted. */
const warming = 4

/** Pages at the limits of length, each of one token: six texts of Markdown, or eleven blocks of code in one language. */
function* pages(): Generator<{ name: string; blocks: Block[] }> {
  // The text of a block is cut to be another one than the block before.
  const blocksOf = (count: number, longest: number, token: string, one: (text: string) => object) =>
    Array.from({ length: count }, (_, n) => ({
      id: `b${n}`,
      ...one(repeated(token, longest).slice(0, longest - 1 - n)),
    })) as Block[]
  const harmless = (round: number) => ({
    name: `${control} ${round}`,
    blocks: blocksOf(6, longestText, `Word ${round} `, (markdown) => ({ kind: 'text', markdown: `a${markdown}` })),
  })
  // The first ones warm the product up.
  for (let round = 0; round < 12; round += 1) yield harmless(round)
  for (const token of proseTokens) {
    const count = longestAll / longestText
    const blocks = blocksOf(count, longestText, token, (markdown) => ({ kind: 'text', markdown: `a${markdown}` }))
    yield { name: `Markdown ${JSON.stringify(token)}`, blocks }
  }
  yield {
    name: 'Markdown, a wide table',
    blocks: blocksOf(6, longestText, wideTable, (markdown) => ({ kind: 'text', markdown })),
  }
  for (const [n, language] of codeLanguageNames.entries()) {
    // Each language comes with some of the tokens, in turn: the whole takes minutes.
    const tokens = Array.from({ length: 2 }, (_, at) => codeTokens[(n * 2 + at) % codeTokens.length] ?? '')
    for (const token of language === 'markdown' ? proseTokens.slice(0, 2) : tokens) {
      const blocks = blocksOf(11, longestCode, token, (code) => ({ kind: 'code', language, code: `a${code}` }))
      yield { name: `${language} ${JSON.stringify(token)}`, blocks }
    }
  }
}

const call = async ({ url, token }: OwnedProduct, method: string, path: string, body: object, version?: number) => {
  const match = version === undefined ? {} : { 'if-match': String(version) }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...match }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { id: string; version: number; url?: string }
}

/** Asks for an address again and again until it is stopped; notes how long each answer took. */
const visiting = (url: string) => {
  const times: number[] = []
  let stopped = false
  const run = async () => {
    while (!stopped) {
      const started = performance.now()
      const answer = await fetch(url)
      await answer.arrayBuffer()
      times.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const running = run()
  // Told by whoever stops it.
  running.catch(() => {})
  return async () => {
    stopped = true
    await running
    return times
  }
}

const visit = async (url: string): Promise<[ms: number, text: string]> => {
  const started = performance.now()
  const text = await (await fetch(url)).text()
  return [performance.now() - started, text]
}

interface Measured {
  name: string
  /** From the save to the page of the project that shows it. */
  publish: number
  /** The longest of those who visited the home page meanwhile, of the project's page, and of a draft. */
  home: number
  page: number
  draft: number
}

const mostMs = 20_000

const measureOne = async (product: OwnedProduct, name: string, blocks: Block[], n: number): Promise<Measured> => {
  const slug = `hostile-${n}`
  const data = { title: name.slice(0, 60), slug, categories: ['design'], size: 'small', summary: 'A text', blocks }
  const stop = visiting(`${product.url}/`)
  const started = performance.now()
  const { id, version } = await call(product, 'POST', '/api/entries/projects', { data })
  const page: number[] = []
  for (;;) {
    const [ms, text] = await visit(`${product.url}/projects/${slug}`)
    page.push(ms)
    if (text.includes('A text')) break
    if (performance.now() - started > mostMs) throw new Error(`${name} was never published.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const publish = performance.now() - started
  for (let again = 0; again < 3; again += 1) page.push((await visit(`${product.url}/projects/${slug}`))[0])
  // Other texts than the published ones.
  const drafts = blocks.map((block) =>
    'code' in block
      ? { ...block, code: `b${String(block.code).slice(1)}` }
      : 'markdown' in block
        ? { ...block, markdown: `b${String(block.markdown).slice(1)}` }
        : block,
  )
  await call(product, 'PATCH', `/api/entries/projects/${id}`, { data: { blocks: drafts }, publish: false }, version)
  const link = await call(product, 'POST', `/api/entries/projects/${id}/share-links`, { days: 1 })
  const draft: number[] = []
  for (let again = 0; again < 3; again += 1) draft.push((await visit(link.url ?? ''))[0])
  const home = await stop()
  const answer = await fetch(`${product.url}/api/entries/projects/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${product.token}` },
  })
  await answer.arrayBuffer()
  return { name, publish, home: Math.max(...home), page: Math.max(...page), draft: Math.max(...draft) }
}

/** Texts within the limits that are slow to draw: nobody waits for one. */
export const hostileText = async (): Promise<Bench> => {
  const product = await startOwned()
  try {
    const measured: Measured[] = []
    for (const { name, blocks } of pages()) measured.push(await measureOne(product, name, blocks, measured.length))
    const figure = (what: string, of: Exclude<keyof Measured, 'name'>, atMost: number): Figure => {
      const hostile = measured.filter((one) => !one.name.startsWith(control))
      const controls = measured.filter((one) => one.name.startsWith(control)).slice(warming)
      const worst = hostile.toSorted((a, b) => b[of] - a[of])
      const [first] = worst
      const p95 = percentile(
        hostile.map((one) => one[of]),
        95,
      )
      const note = `${first?.name}; p95 ${p95.toFixed(0)} ms, of ${hostile.length} pages; harmless text of that length, longest of ${controls.length}: ${Math.max(...controls.map((one) => one[of])).toFixed(0)} ms`
      return { name: what, value: first?.[of], unit: 'ms', goal: { atMost }, note }
    }
    return {
      title: 'Hostile texts',
      method:
        'Projects whose texts are at the limits of length and made of one repeated token: six blocks of Markdown, or eleven of code in each language. Each is ' +
        'published while somebody visits the home page; then its page is visited four times, and a draft of it with other such texts three times through a link for review. ' +
        'The longest time of all pages. `npm run bench -- hostile-text`',
      figures: [
        figure('save to visible, longest', 'publish', 2000),
        figure('a visit of the home page meanwhile, longest', 'home', 100),
        figure('a visit of the page, longest', 'page', 100),
        figure('a visit of the draft, longest', 'draft', 100),
      ],
    }
  } finally {
    await product.stop()
  }
}
