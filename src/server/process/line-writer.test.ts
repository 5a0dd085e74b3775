import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLineWriter } from './log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const open = (name: string) => {
  const file = path.join(folder, name)
  const fd = openSync(file, 'w')
  return { fd, text: () => readFileSync(file, 'utf8') }
}

it('writes a single line without waiting for more', async () => {
  const { fd, text } = open('single')
  createLineWriter(fd).write('one\n')
  await expect.poll(text).toBe('one\n')
  closeSync(fd)
})

it('keeps the order of many lines and writes the last ones when it closes', () => {
  const { fd, text } = open('many')
  const writer = createLineWriter(fd)
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}\n`)
  for (const line of lines) writer.write(line)
  writer.close()
  expect(text()).toBe(lines.join(''))
  closeSync(fd)
})

it('drops lines rather than hold more than 4 MB of them, and reports how many', async () => {
  const { fd, text } = open('dropped')
  const writer = createLineWriter(fd)
  const line = `${'x'.repeat(1023)}\n`
  for (let count = 0; count < 6 * 1024; count += 1) writer.write(line)
  await expect.poll(() => text().length).toBeGreaterThan(4_000_000)
  writer.write('after\n')
  await expect.poll(text).toMatch(/"event":"Log lines dropped","dropped":\d{4}\}\nafter\n$/)
  expect(text().length).toBeLessThan(4.5 * 1024 * 1024)
  closeSync(fd)
})

it('survives a reader that has gone', () => {
  const { fd } = open('gone')
  const writer = createLineWriter(fd)
  closeSync(fd)
  writer.write('lost\n')
  writer.close()
})
