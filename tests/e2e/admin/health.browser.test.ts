import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unseal } from '../../../src/server/backup/sealed-file.ts'
import { eventually } from '../../support/browser.ts'
import { ada, grace, ownedSite } from './people.ts'

const site = ownedSite()
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-downloaded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  await site.register(ada, { claim: true })
  await site.register(grace)
})

const onDisk = () => readdirSync(path.join(site.dataDir, 'backups')).filter((name) => name.startsWith('download'))

it('shows the health checks, failures first, and checks again on request', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Health' }).click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  const rows = page.locator('.rows > li:has(.health-mark)')
  await rows.first().waitFor()
  await page.locator('.health-mark').first().waitFor()
  expect(await page.locator('main').innerText()).toContain('No check has failed.')
  const marks = await page.locator('.health-mark').allTextContents()
  expect(marks).toEqual(
    [...marks].sort((a, b) => ['Fail', 'Warning', 'OK'].indexOf(a) - ['Fail', 'Warning', 'OK'].indexOf(b)),
  )
  expect(marks).toContain('Warning')
  // What a browser reports stands here at the next look.
  await fetch(`${site.url}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': {
        'effective-directive': 'img-src',
        'blocked-uri': 'https://ads.example/p.gif',
        'document-uri': site.url,
      },
    }),
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('https://ads.example').waitFor()
})

it('keeps its heading when the check fails and offers a retry', async () => {
  const page = await site.openAs(ada)
  await page.route('**/api/health', (route) => route.abort())
  await page.goto('/admin/health')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/health')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.rows > li:has(.health-mark)').first().waitFor()
})

it('the owner makes a backup in Health by keyboard on a phone, and the browser saves it whole', async () => {
  const page = await site.visitAs(ada, '/admin/health', { width: 360, height: 720 })
  await page.getByRole('button', { name: 'Make a backup and download it' }).focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^vitrine-\d{4}-\d\d-\d\d-\d{6}\.backup$/)
  const file = path.join(folder, 'saved.backup')
  await download.saveAs(file)
  expect((await unseal(file)).holds.accounts).toBe(2)
  await page.getByText(/The backup is made \(.* MB\), and your browser saves it/).waitFor()
  expect(onDisk()).toEqual([])
})

it('one backup is made at a time, for the session that asked, to be downloaded once; who goes away leaves nothing', async () => {
  const headers = await site.headersOf(ada)
  const make = () => fetch(`${site.url}/api/backups`, { method: 'POST', headers })
  const answers = await Promise.all([make(), make()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429])
  const made = answers.find(({ status }) => status === 201) as Response
  const { id, bytes } = (await made.json()) as { id: string; bytes: number }
  const url = `${site.url}/api/backups/${id}`
  expect((await fetch(url, { headers: await site.headersOf(grace) })).status).toBe(403)
  // Another session of the same owner.
  expect((await fetch(url, { headers: await site.headersOf(ada) })).status).toBe(410)
  expect((await fetch(url, { method: 'HEAD', headers })).headers.get('content-length')).toBe(String(bytes))

  // Reads the beginning and goes away.
  await new Promise<void>((resolve, reject) => {
    const call = httpRequest(url, { headers }, (answer) =>
      answer.once('data', () => {
        call.destroy()
        resolve()
      }),
    )
    call.once('error', reject).end()
  })
  expect((await fetch(url, { headers })).status).toBe(410)
  expect(onDisk()).toEqual([])
  await eventually(async () => (await make()).status, 201)
})

it('a script cannot take the store with a token of the owner', async () => {
  const { secret } = await site.callAs<{ secret: string }>(ada, 'POST', '/tokens', { name: 'script', scope: 'write' })
  const answer = await fetch(`${site.url}/api/backups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(answer.status).toBe(403)
})

it('a backup that cannot be made says why, and can be made when that is mended', async () => {
  const folder = path.join(site.dataDir, 'backups')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  const page = await site.visitAs(ada, '/admin/health')
  const make = page.getByRole('button', { name: 'Make a backup and download it' })
  await make.click()
  await page.getByRole('alert').filter({ hasText: 'No backup was made.' }).waitFor()
  rmSync(folder)
  await Promise.all([page.waitForEvent('download'), make.click()])
  await eventually(() => page.getByText('No backup was made.').count(), 0)
})
