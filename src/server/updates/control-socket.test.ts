import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askForHandOver, type HandOverRequest, listenForUpdates } from './control-socket.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-control-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const request: HandOverRequest = { to: { node: '/n', program: '/new' }, back: { node: '/n', program: '/old' } }

it('the process that serves the data hears of an update, and of nothing that is not one', async () => {
  const heard: HandOverRequest[] = []
  const end = await listenForUpdates(folder, async (asked) => void heard.push(asked))
  expect(await askForHandOver(folder, request)).toBe(true)
  await expect(askForHandOver(folder, { to: request.to } as HandOverRequest)).rejects.toThrow()
  expect(heard).toEqual([request])
  expect(statSync(path.join(folder, 'vitrine.sock')).isSocket()).toBe(true)
  end()
  expect(await askForHandOver(folder, request)).toBe(false)
})

it('its refusal is told with the reason', async () => {
  const end = await listenForUpdates(folder, async () => {
    throw new Error('Not now.')
  })
  await expect(askForHandOver(folder, request)).rejects.toThrow('Not now.')
  end()
})

it('a second process on the same data leaves the first one its socket, and takes one that nobody answers', async () => {
  const heard: string[] = []
  const endFirst = await listenForUpdates(folder, async () => void heard.push('first'))
  const endSecond = await listenForUpdates(folder, async () => void heard.push('second'))
  await askForHandOver(folder, request)
  endSecond()
  endFirst()
  writeFileSync(path.join(folder, 'vitrine.sock'), '')
  const endThird = await listenForUpdates(folder, async () => void heard.push('third'))
  await askForHandOver(folder, request)
  endThird()
  expect(heard).toEqual(['first', 'third'])
  expect(existsSync(path.join(folder, 'vitrine.sock'))).toBe(false)
})

it('hears of an update where no data folder was needed before, as on Postgres, and starts without one that cannot be made', async () => {
  const place = path.join(folder, 'not/yet')
  const end = await listenForUpdates(place, async () => {})
  expect(await askForHandOver(place, request)).toBe(true)
  expect(statSync(place).mode & 0o777).toBe(0o700)
  end()
  writeFileSync(path.join(folder, 'a-file'), '')
  const none = await listenForUpdates(path.join(folder, 'a-file/data'), async () => {})
  none()
})

it('a folder whose path is too long for a socket has none, and nothing fails', async () => {
  const long = path.join(folder, 'x'.repeat(120))
  const end = await listenForUpdates(long, async () => {})
  expect(await askForHandOver(long, request)).toBe(false)
  end()
})
