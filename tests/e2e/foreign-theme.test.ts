import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { readClientBuild } from '../../src/server/publishing/client-build.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { exampleContent } from '../support/example-content.ts'
import { startProduct } from '../support/product.ts'
import { foreignTheme, themeZip } from '../support/themes.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'vitrine-theme-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const rule = '.name{letter-spacing:0.31em}'
const put = (name: string, changed = {}) => {
  const folder = path.join(scratch, name)
  mkdirSync(path.join(folder, 'fonts'), { recursive: true })
  for (const [file, bytes] of foreignTheme(changed)) writeFileSync(path.join(folder, file), bytes)
  return folder
}

it('a theme that is added on the command line and chosen is on the running page, in exports and backups, and leaves the plain look when it goes', async () => {
  const product = await startProduct()
  const env = { DATA_DIR: product.dataDir }
  const run = async (...words: string[]) => {
    const done = await runCli(words, env)
    expect([words.join(' '), done.code, done.err]).toEqual([words.join(' '), 0, ''])
    return done.out
  }
  const page = async () => (await fetch(product.url)).text()
  try {
    const folder = put('harbour')
    expect(await run('theme', 'list')).toBe('There are no themes but those of Vitrine.\n')
    await run('theme', 'add', folder)
    expect(JSON.parse(await run('theme', 'list', '--json'))).toEqual({
      themes: [{ id: 'harbour', name: 'Harbour', problem: null }],
    })
    const choice = path.join(scratch, 'choice.json')
    writeFileSync(choice, JSON.stringify({ settings: { theme: 'harbour' } }))
    await run('import', choice)
    await expect.poll(page).toContain(rule)
    const [font = ''] = /\/assets\/themes\/[0-9a-f]{32}\/harbour\.woff2/.exec(await page()) ?? []
    const answer = await fetch(product.url + font)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      ...[200, 'font/woff2', 'public, max-age=31536000, immutable'],
    ])
    const bytes = foreignTheme().get('fonts/harbour.woff2') as Buffer
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)

    const out = path.join(scratch, 'site')
    await run('export', out, '--base', '/portfolio/')
    const html = readFileSync(path.join(out, 'index.html'), 'utf8')
    expect([html.includes(rule), html.includes(`url("/portfolio${font}")`)]).toEqual([true, true])
    expect(readFileSync(path.join(out, font))).toEqual(bytes)

    const content = path.join(scratch, 'content')
    await run('export', content, '--content')
    expect(readdirSync(path.join(content, 'themes/harbour')).sort()).toEqual(['fonts', 'theme.css', 'theme.json'])
    const backup = path.join(scratch, 'whole.backup')
    await run('backup', backup)

    await run('theme', 'remove', 'harbour')
    await expect.poll(page).not.toContain(rule)
    expect(await page()).toContain('--paper:light-dark(#f8f6f2')
    expect(JSON.parse(await run('import', content, '--json'))).toMatchObject({ created: 1, changed: 0 })
    await expect.poll(page).toContain(rule)

    const refused = cpSync(content, path.join(scratch, 'hostile'), { recursive: true })
    expect(refused).toBeUndefined()
    writeFileSync(path.join(scratch, 'hostile/themes/harbour/theme.css'), '@import "x";')
    const hostile = await runCli(['import', path.join(scratch, 'hostile')], env)
    expect([hostile.code, hostile.err]).toEqual([
      ...[1, 'Nothing was imported.\n  themes/harbour.theme.css:1: @import is not allowed here.\n'],
    ])
    expect(await page()).toContain(rule)

    const elsewhere = { DATA_DIR: path.join(scratch, 'elsewhere') }
    expect((await runCli(['restore', backup], elsewhere)).code).toBe(0)
    const there = await runCli(['theme', 'list', '--json'], elsewhere)
    expect(JSON.parse(there.out).themes).toMatchObject([{ id: 'harbour', problem: null }])
  } finally {
    await product.stop()
  }
})

it('a theme with errors is refused with each of them and its line, and no store is opened', async () => {
  const folder = put('hostile-theme', { 'x.js': 'alert(1)', 'theme.css': '\n@import "x";' })
  const env = { DATA_DIR: path.join(scratch, 'none') }
  const lines = [
    'error   x.js: A theme has no scripts and no documents. Remove this file.',
    'error   theme.css:2: @import is not allowed here.',
    'hostile-theme is refused.',
  ]
  const checked = await runCli(['theme', 'check', folder], env)
  expect([checked.code, checked.out, checked.err]).toEqual([1, `${lines.join('\n')}\n`, ''])
  const added = await runCli(['theme', 'add', folder], env)
  expect([added.code, added.err]).toEqual([1, expect.stringContaining(lines[0] ?? '')])
  expect(() => readdirSync(env.DATA_DIR)).toThrow('ENOENT')
  const zip = path.join(scratch, 'harbour.zip')
  writeFileSync(zip, themeZip(foreignTheme()))
  expect(JSON.parse((await runCli(['theme', 'check', zip, '--json'], env)).out)).toEqual({
    ...{ id: 'harbour', ok: true, problems: [] },
  })
  for (const words of [['theme'], ['theme', 'check'], ['theme', 'list', 'x'], ['theme', 'mend', 'x']])
    expect((await runCli(words, env)).code).toBe(2)
  const built = await runCli(['theme', 'add', path.join(root, 'src/site/themes/editorial')], env)
  expect(built.err).toContain('“editorial” is a theme of Vitrine. Give the folder another name.')
})

it('while a theme is made, its pages follow each save, and stay when a save is refused', async () => {
  const folder = put('draft-theme')
  const env = { PATH: process.env.PATH, DATA_DIR: path.join(scratch, 'dev') }
  const program = path.join(root, 'dist/server/cli.js')
  const child = spawn(process.execPath, [program, 'theme', 'dev', folder, '--port', '0'], { env })
  try {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    const soon = { timeout: 170_000 }
    await expect.poll(() => said, soon).toMatch(/Your site in this theme: (\S+)/)
    const [, url = ''] = /Your site in this theme: (\S+)/.exec(said) ?? []
    const page = async () => (await fetch(url)).text()
    expect(await page()).toContain(rule)
    const events = (await fetch(`${url}theme-changes`)).body?.getReader()
    await events?.read()
    writeFileSync(path.join(folder, 'theme.css'), '.name { letter-spacing: 2em }')
    expect(Buffer.from((await events?.read())?.value ?? []).toString()).toBe('data: again\n\n')
    await expect.poll(page).toContain('.name{letter-spacing:2em}')
    writeFileSync(path.join(folder, 'theme.css'), '@import "x";')
    await expect.poll(() => said, soon).toContain('theme.css:1: @import is not allowed here.')
    expect(await page()).toContain('.name{letter-spacing:2em}')
    await events?.cancel()
  } finally {
    child.kill()
  }
})

it('content whose theme is not there is shown in the plain look', () => {
  const assets = { ...readClientBuild(path.join(root, 'dist/client')), publicUrl: 'https://mira.example' }
  const html = (content: Content) => [...createSite(assets).pages(content)][0]?.body
  const { settings, ...rest } = exampleContent()
  const at = (theme: string) => html({ ...rest, settings: { ...settings, theme } })
  expect(at('nowhere')).toBe(at('editorial'))
  expect(at('nowhere')).toContain('@layer tokens{:root{--paper:')
})
