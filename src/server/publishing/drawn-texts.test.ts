import { readFileSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { Text } from '../../model/publishing/page.ts'
import { createDrawnTexts, createTextProcess, type DrawnTexts } from './drawn-texts.ts'

let texts: DrawnTexts | undefined
afterEach(() => texts?.close())
const patient = { idleMs: 60_000, lostMs: 120_000 }
const start = (worker = createTextProcess(patient)) => {
  texts = createDrawnTexts(worker)
  return texts
}
const prose = (text: string): Text => ({ kind: 'prose', text })
const slow: Text[] = [
  prose('_a*'.repeat(6666)),
  { kind: 'markdown', text: '[a]('.repeat(2500) },
  { kind: 'feed', text: '_a*'.repeat(6666) },
]

it('draws Markdown, Markdown for feeds and code, each once for the same text', async () => {
  const drawn = start()
  const all: Text[] = [prose('One *two*'), { kind: 'feed', text: '![a](/b.png)' }, { kind: 'css', text: 'a {}' }]
  expect(all.map(drawn.of)).toEqual([undefined, undefined, undefined])
  await drawn.draw([all])
  const markup = all.map(drawn.of)
  expect(markup).toEqual([
    '<p>One <em>two</em></p>',
    '<p><img src="/b.png" alt="a" /></p>',
    expect.stringContaining('<span class="hljs-'),
  ])
  await drawn.draw([all, [prose('One *two*')]])
  expect([all.map(drawn.of), all.some(drawn.isPlain)]).toEqual([markup, false])
})

it('gives a text up that takes too long, and draws the others of its page', async () => {
  const drawn = start()
  await drawn.draw([[...slow, prose('Short')]])
  expect([...slow.map(drawn.of), drawn.of(prose('Short'))]).toEqual([undefined, undefined, undefined, '<p>Short</p>'])
  expect(slow.every(drawn.isPlain)).toBe(true)
})

it('gives the texts of a page no more time than a page has, and tries the rest again when the page changes', async () => {
  const drawn = start()
  const many = Array.from({ length: 8 }, (_, n) => prose(`${n}${'_a*'.repeat(6000)}`))
  const last = prose(`Fine. ${'word '.repeat(3900)}`)
  await drawn.draw([[...many, last]])
  expect([drawn.of(last), drawn.isPlain(last)]).toEqual([undefined, true])
  await drawn.draw([[last]])
  expect(drawn.isPlain(last)).toBe(true)
  await drawn.draw([[last]], { again: true })
  expect(drawn.of(last)).toMatch(/^<p>Fine\. word/)
})

it('tells of markup that comes after somebody had to do without it', async () => {
  const drawn = start()
  let told = 0
  drawn.onLate(() => {
    told += 1
  })
  const text = prose('Late')
  await drawn.draw([[prose('Early')]])
  expect([drawn.of(text), told, drawn.revision()]).toEqual([undefined, 0, 0])
  await drawn.draw([[text]], { waitMs: 0 })
  await expect.poll(() => told).toBe(1)
  expect([drawn.of(text), drawn.revision()]).toEqual(['<p>Late</p>', 1])
})

it('goes on in another process when one is killed in the middle', async () => {
  const worker = createTextProcess(patient)
  const drawn = start(worker)
  await drawn.draw([[prose('Warm')]])
  const before = worker.pid ?? 0
  const drawing = drawn.draw([[prose('Kept'), slow[0] as Text, prose('Also kept')]])
  process.kill(before, 'SIGKILL')
  await drawing
  expect([drawn.of(prose('Kept')), drawn.of(prose('Also kept'))]).toEqual(['<p>Kept</p>', '<p>Also kept</p>'])
  expect(worker.pid).not.toBe(before)
})

describe.each([
  ['that does not begin', '/nowhere/node'],
  ['that is refused at once', `${import.meta.filename}/node`],
])('A process %s', (_, execPath) => {
  const { execPath: node } = process
  afterEach(() => {
    process.execPath = node
  })

  it('leaves texts as they were written, ends nobody who asked or warmed it up, and is tried again', async () => {
    const drawn = start()
    process.execPath = execPath
    expect(drawn.warm).not.toThrow()
    // An error that nobody hears of ends the process that asked.
    await breathe()
    await expect(drawn.draw([[prose('Patient')], [prose('Also patient')]])).resolves.toBeUndefined()
    expect([drawn.of(prose('Patient'))]).toEqual([undefined])
    process.execPath = node
    await drawn.draw([[prose('Patient')]])
    expect(drawn.of(prose('Patient'))).toBe('<p>Patient</p>')
  })
})

/** The packages that a module loads, at once or later, itself or by others. */
const packagesOf = (entry: string): Set<string> => {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const code = readFileSync(fileURLToPath(file), 'utf8')
    for (const [, type, named, bare, late] of code.matchAll(
      /^(?:import|export) (type )?[^'"]*? from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    )) {
      const name = named ?? bare ?? late ?? ''
      if (type) continue
      if (!name.startsWith('.')) packages.add(name.split('/', 1)[0] ?? '')
      else if (/\.tsx?$/.test(name)) visit(new URL(name, file).href)
    }
  }
  visit(new URL(`../../${entry}`, import.meta.url).href)
  return packages
}

it('is the only way to markup for a process that answers: nothing that it ever loads parses Markdown or colours code', () => {
  const parsers = ['micromark', 'micromark-extension-gfm-table', 'highlight.js']
  const answering = packagesOf('serve.ts')
  expect([...answering]).toEqual(expect.arrayContaining(['react', 'hono', 'nodemailer']))
  expect(parsers.filter((name) => answering.has(name))).toEqual([])
  expect([...packagesOf('text-worker.ts')]).toEqual(expect.arrayContaining(parsers))
})
