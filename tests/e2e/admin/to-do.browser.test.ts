import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { inboxOf } from './inbox.ts'
import { expectFineInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
const inbox = inboxOf(site)
beforeAll(() => site.register(ada, { claim: true }))

it('the first screen says what there is to do, 360 px wide, and one line when that is nothing', async () => {
  const page = await site.visitAs(ada, '/admin', { width: 360, hasTouch: true })
  const toDo = page.getByRole('region', { name: 'To do' })
  const steps = page.getByRole('complementary', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Hide the first steps' }).click()
  await toDo.getByText('Nothing to do').waitFor()

  await inbox.send('Older One')
  const id = await inbox.send('Ana Reis', 'Would you rebuild our timetable?')
  const [skill] = await content.list('skills')
  await content.call('PATCH', `/entries/skills/${skill?.id}`, { data: { percent: 69 }, publish: false }, skill?.version)
  await page.reload()
  await toDo.getByRole('link', { name: '2 unread messages' }).waitFor()
  expect(await toDo.getByText('Nothing to do').count()).toBe(0)
  // Wide as well; it stays narrow.
  await expectFineInEach(page, 'what there is to do')
  // Said once: elsewhere the number stands in the header.
  await page.getByRole('button', { name: '1 change not yet visible' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByText('Visitors see everything').waitFor()
  await page.keyboard.press('Escape')
  const newest = toDo.getByRole('link', { name: 'Ana Reis Would you rebuild our timetable?' })
  expect(await newest.getAttribute('href')).toBe(`/admin/contact?message=${id}`)
  await toDo.getByRole('link', { name: 'Reply to Ana Reis' }).click()
  await page.waitForURL(`**/admin/contact?message=${id}`)
  await page.getByText('Would you rebuild our timetable?').last().waitFor()
  const reply = page.getByRole('textbox', { name: 'Reply to Ana Reis' })
  await eventually(() => reply.evaluate((field) => field === document.activeElement), true)
  await inbox.call('PATCH', '/messages', { ids: (await inbox.list()).map((one) => one.id), status: 'read' })
})

it('what the monthly check found stands there where no email can be sent, until the owner has seen it', async () => {
  const database = new DatabaseSync(path.join(site.dataDir, 'vitrine.db'), { timeout: 5000 })
  database
    .prepare('insert or replace into meta (key, value) values (?, ?)')
    .run('readiness news', '{"ids":[],"news":2}')
  database.close()
  const page = await site.visitAs(ada, '/admin')
  const news = page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: '2 new things to mend on your site' })
  await news.click()
  await page.getByRole('region', { name: 'Ready to show?' }).getByText('pages were read').waitFor()
  await expect.poll(async () => (await content.call<{ count: number }>('GET', '/readiness/news')).count).toBe(0)
  await page.goto('/admin')
  await page.getByRole('complementary', { name: 'First steps' }).getByText('things to look at').waitFor()
  expect(await news.count()).toBe(0)
})
