import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

let ids: string[]
beforeEach(async () => {
  const old = (await content.list('skills')).map(({ id }) => ({ id }))
  if (old.length > 0) await content.call('PATCH', '/entries/skills', { entries: old, deleted: true })
  ids = []
  for (const [name, percent] of Object.entries({ Sewing: 10, Knitting: 20, Weaving: 30 }))
    ids.push((await content.create('skills', { name, percent })).id)
})

const arrive = async () => {
  const page = await site.visitAs(ada, '/admin/resume')
  await page.getByRole('button', { name: '10 %, edit: Percent of Sewing' }).waitFor()
  return page
}
const edit = async (page: Page, cell: string) => {
  await page.getByRole('button', { name: new RegExp(`edit: ${cell}`) }).press('Enter')
  const field = page.getByRole('textbox', { name: cell })
  await field.waitFor()
  return field
}
const stored = async (at: number) => {
  const { data, status } = await content.get('skills', ids[at] ?? '')
  return [data.name, data.percent, status]
}

describe('a cell of a table', () => {
  it('is edited with Enter, saved as a draft with Enter, and undone with Ctrl+Z', async () => {
    const page = await arrive()
    await (await edit(page, 'Percent of Sewing')).fill('15')
    await page.keyboard.press('Enter')
    await page.getByText('Percent of “Sewing” saved as a draft').waitFor()
    expect(await stored(0)).toEqual(['Sewing', 15, 'changed'])
    await page
      .getByRole('row', { name: /Sewing/ })
      .locator('[data-status=changed]')
      .waitFor()
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      '15 %, edit: Percent of Sewing',
    )
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => stored(0), ['Sewing', 10, 'published'])
    await page.getByRole('button', { name: '10 %, edit: Percent of Sewing' }).waitFor()
  })

  it('takes F2 on a title, cancels with Escape, and goes on with Tab', async () => {
    const page = await arrive()
    await page.getByRole('link', { name: 'Sewing' }).press('F2')
    await page.getByRole('textbox', { name: 'Name of Sewing' }).fill('Never')
    await page.keyboard.press('Escape')
    await page.locator('a:focus', { hasText: 'Sewing' }).waitFor()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name of Sewing' }).fill('Tailoring')
    await page.keyboard.press('Tab')
    const percent = page.getByRole('textbox', { name: /^Percent of/ })
    await percent.fill('11')
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: 'Order of Knitting' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => stored(0), ['Tailoring', 11, 'changed'])
    expect(await stored(1)).toEqual(['Knitting', 20, 'published'])
  })

  it('says beside it what is wrong, stores nothing, and keeps what was typed', async () => {
    const page = await arrive()
    const field = await edit(page, 'Percent of Sewing')
    await field.fill('150')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'must be a whole number from 0 to 100' }).waitFor()
    expect(await field.inputValue()).toBe('150')
    expect(await stored(0)).toEqual(['Sewing', 10, 'published'])
    expect(await axeViolations(page)).toEqual([])
    await field.fill('50')
    await page.keyboard.press('Enter')
    await eventually(() => stored(0), ['Sewing', 50, 'changed'])
  })

  it('merges with a change of another field elsewhere, and shows one of the same field before it saves over it', async () => {
    const page = await arrive()
    const other = async (data: object) => {
      const { version } = await content.get('skills', ids[0] ?? '')
      await content.call('PATCH', `/entries/skills/${ids[0]}`, { data, publish: true }, version)
    }
    await (await edit(page, 'Percent of Sewing')).fill('15')
    await other({ name: 'Stitching' })
    await page.keyboard.press('Enter')
    await eventually(() => stored(0), ['Stitching', 15, 'changed'])
    await (await edit(page, 'Percent of Stitching')).fill('16')
    await other({ percent: 80 })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Changed elsewhere to 80 %' }).waitFor()
    expect(await stored(0)).toEqual(['Stitching', 80, 'published'])
    await page.keyboard.press('Enter')
    await eventually(() => stored(0), ['Stitching', 16, 'changed'])
  })

  it('asks about a change of the same field even when the table has shown it meanwhile', async () => {
    const page = await arrive()
    await (await edit(page, 'Percent of Sewing')).fill('15')
    const { version } = await content.get('skills', ids[0] ?? '')
    const theirs = { name: 'Stitching', percent: 80 }
    await content.call('PATCH', `/entries/skills/${ids[0]}`, { data: theirs, publish: true }, version)
    // Whoever comes back to the window has it read again.
    await eventually(async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      return page.getByRole('link', { name: 'Stitching' }).count()
    }, 1)
    expect(await page.getByRole('textbox', { name: 'Percent of Stitching' }).inputValue()).toBe('15')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Changed elsewhere to 80 %' }).waitFor()
    expect(await stored(0)).toEqual(['Stitching', 80, 'published'])
  })

  it('keeps what was typed when the server cannot be reached', async () => {
    const page = await arrive()
    const field = await edit(page, 'Percent of Sewing')
    await field.fill('15')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    expect(await field.inputValue()).toBe('15')
    await page.context().setOffline(false)
    await page.keyboard.press('Enter')
    await eventually(() => stored(0), ['Sewing', 15, 'changed'])
  })

  it('keeps what is typed while it saves, and saves it with the next key', async () => {
    const page = await arrive()
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/entries/skills/${ids[0]}`, async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    const field = await edit(page, 'Percent of Sewing')
    await field.fill('15')
    const begun = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('Enter')
    await begun
    await field.fill('16')
    held.resolve()
    await page.getByText('Percent of “Sewing” saved as a draft').waitFor()
    expect(await stored(0)).toEqual(['Sewing', 15, 'changed'])
    expect(await field.inputValue()).toBe('16')
    await field.press('Enter')
    await eventually(() => stored(0), ['Sewing', 16, 'changed'])
    await eventually(() => field.count(), 0)
  })

  it('says so when its screen was left and what was typed in it cannot be saved', async () => {
    const page = await arrive()
    await (await edit(page, 'Percent of Sewing')).fill('15')
    await page.route(`**/api/entries/skills/${ids[0]}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByRole('link', { name: 'Media' }).first().click()
    await page.getByText('Percent of Sewing not saved').waitFor()
    expect(await stored(0)).toEqual(['Sewing', 10, 'published'])
  })

  it('moves an entry when its order is edited', async () => {
    const page = await arrive()
    await (await edit(page, 'Order of Weaving')).fill('1')
    await page.keyboard.press('Enter')
    await eventually(() => content.column('skills', 'name'), ['Weaving', 'Sewing', 'Knitting'])
    await page.getByRole('button', { name: '1, edit: Order of Weaving' }).waitFor()
    await (await edit(page, 'Order of Weaving')).fill('9')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'must be a whole number from 1 to 3' }).waitFor()
  })
})
