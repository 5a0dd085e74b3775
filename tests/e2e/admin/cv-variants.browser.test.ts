import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CvVariant } from '../../../src/model/cv/variant.ts'
import { eventually } from '../../support/browser.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite, withPreview } from './people.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const stored = async (name: string): Promise<CvVariant> => {
  const { variants } = await site.callAs<{ variants: CvVariant[] }>(ada, 'GET', '/cv-variants')
  const variant = variants.find((one) => one.name === name)
  if (!variant) throw new Error(`There is no variant ${name}.`)
  return variant
}
const made = (name: string, more: object = {}) =>
  site.callAs<CvVariant>(ada, 'POST', '/cv-variants', { name, title: name, ...more })
const textAt = async (url: string): Promise<string> => (await fetch(url)).text()
const editorOf = (variant: Pick<CvVariant, 'id'>) => `/admin/cv/edit/${variant.id}`

const projects = (page: Page) => page.getByRole('group', { name: 'Projects', exact: true })
const titles = (list: Locator) => list.locator('.cv-row-title').allInnerTexts()
const drawing = (page: Page) =>
  page
    .locator('.cv-page[role=img]')
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundImage)

/** Waits until the preview shows what the form says. */
const previewed = async (page: Page) => {
  await page.locator('.cv-page[role=img]').first().waitFor()
  await eventually(() => page.getByRole('region', { name: 'Pages' }).getAttribute('aria-busy'), 'false')
}

/** The preview is another one after this. */
const redrawn = async (page: Page, act: () => Promise<unknown>) => {
  const before = await drawing(page)
  await act()
  await expect.poll(() => drawing(page)).not.toBe(before)
  await previewed(page)
}

describe('variants of the CV', () => {
  it('are made from the list, chosen, ordered and reworded with the PDF beside, and opened by link alone', async () => {
    const page = await site.visitAs(ada, '/admin/cv', withPreview)
    await page.getByRole('heading', { name: 'One CV for each application' }).waitFor()
    await page.getByLabel('Title of a new variant').fill('Designer at Nordlicht')
    await page.getByRole('button', { name: 'Create the variant' }).click()
    await page.getByRole('heading', { level: 1, name: 'Designer at Nordlicht' }).waitFor()
    await previewed(page)
    expect(await page.locator('.cv-page').count()).toBe(2)
    await eventually(async () => (await titles(projects(page)))[0], 'Tideline')

    await redrawn(page, () => page.getByRole('checkbox', { name: /^Tideline/ }).uncheck())
    await projects(page).getByText('6 of 7').waitFor()
    await takeUp(page, 'Blue Hour')
    await redrawn(page, async () => {
      await page.keyboard.press('ArrowDown')
      await page.getByText('Blue Hour is over place 3 of 7').waitFor({ state: 'attached' })
      await page.keyboard.press('Space')
      await eventually(async () => (await titles(projects(page)))[2], 'Blue Hour')
    })
    await page.getByRole('button', { name: 'Reword: Blue Hour' }).click()
    await redrawn(page, () =>
      projects(page).getByLabel('Title', { exact: true }).fill('Blue Hour, a gallery for a photographer'),
    )
    await page.getByText('OriginalBlue Hour').waitFor()
    expect((await stored('designer-at-nordlicht')).entries).toEqual({})
    await page.keyboard.press('Control+s')
    await page.getByText('Variant saved').waitFor()

    const { urls } = await stored('designer-at-nordlicht')
    const text = await textAt(urls.txt)
    expect(text).toContain('Blue Hour, a gallery')
    expect(text).not.toContain('Tideline')
    expect(await textAt(`${site.url}/cv.txt`)).toContain('Tideline')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Use the original: Title of Blue Hour' }).click()
    // It is shown for four seconds.
    const copied = page.getByText('Link copied').waitFor()
    await Promise.all([copied, page.getByRole('button', { name: 'Save and copy link' }).click()])
    await eventually(async () => (await textAt(urls.txt)).includes('a gallery for'), false)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(urls.pdf)
  })

  it('show nothing under a link that was replaced', async () => {
    const { id, urls } = await made('for-a-link')
    const stranger = await site.visit(urls.txt)
    await stranger.getByText('Mira Solberg').first().waitFor()
    const page = await site.visitAs(ada, `${editorOf({ id })}?tab=details`)
    await page.getByText(urls.pdf).waitFor()
    await page.getByRole('button', { name: 'Replace the link' }).click()
    await page.getByText('Link replaced').waitFor()
    const now = (await stored('for-a-link')).urls
    await page.getByText(now.pdf).waitFor()
    expect((await stranger.goto(urls.txt))?.status()).toBe(404)
    expect((await stranger.goto(now.txt))?.status()).toBe(200)
    expect((await stranger.goto('/cv/for-a-link.txt'))?.status()).toBe(404)
  })

  it('undo and redo choices by key before they are saved, and take all of them back', async () => {
    const page = await site.visitAs(ada, editorOf(await made('to-undo')))
    const tideline = page.getByRole('checkbox', { name: /^Tideline/ })
    await tideline.uncheck()
    await page.getByRole('checkbox', { name: /^Degrau/ }).uncheck()
    await projects(page).getByText('5 of 7').waitFor()
    await page.keyboard.press('Control+z')
    await projects(page).getByText('6 of 7').waitFor()
    await page.keyboard.press('Control+z')
    await projects(page).getByText('7 of 7').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await projects(page).getByText('6 of 7').waitFor()
    expect(await tideline.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'As on the page: Projects' }).click()
    await projects(page).getByText('7 of 7').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  })

  it('merge what two windows chose, and ask where both chose in the same list', async () => {
    const variant = await made('two-windows')
    const page = await site.visitAs(ada, editorOf(variant))
    await page.getByRole('checkbox', { name: /^Tideline/ }).uncheck()
    const all = (await (await fetch(`${site.url}/api/content`)).json()) as Record<string, { id: string }[]>
    const patch = (entries: object, version: number) =>
      site.callAs<CvVariant>(ada, 'PATCH', `/cv-variants/${variant.id}`, { entries }, { 'if-match': `"${version}"` })
    const educations = all.educations?.slice(1).map(({ id }) => ({ id })) ?? []
    const { version } = await patch({ educations }, variant.version)
    await page.keyboard.press('Control+s')
    await page.getByText('Variant saved').waitFor()
    const merged = (await stored('two-windows')).entries
    expect(merged.educations).toEqual(educations)
    expect(merged.projects?.filter(({ hidden }) => hidden)).toHaveLength(1)

    await page.getByRole('checkbox', { name: /^Degrau/ }).uncheck()
    await patch({ educations, projects: all.projects?.slice(0, 2).map(({ id }) => ({ id })) }, version + 1)
    await page.keyboard.press('Control+s')
    const question = page.getByRole('group', { name: 'Projects was changed elsewhere' })
    await question.getByText('Tideline, Blue Hour').waitFor()
    await question.getByRole('button', { name: 'Use the other version' }).click()
    await projects(page).getByText('2 of 7').waitFor()
  })

  it('keep what was not saved in this browser, and say what is wrong beside the field', async () => {
    const page = await site.visitAs(ada, editorOf(await made('kept-here')))
    await made('taken')
    await page.getByRole('checkbox', { name: /^Tideline/ }).uncheck()
    await page.getByText('Not saved yet. The preview shows it already.').waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('Unsaved text recovered').waitFor()
    await projects(page).getByText('6 of 7').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('Not An Address')
    await page.keyboard.press('Control+s')
    await page.getByText('Use small letters, digits and single hyphens, like web-design.').waitFor()
    await address.fill('taken')
    await page.keyboard.press('Control+s')
    await page.getByText('There is a variant with the name “taken” already. Choose another.').waitFor()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    expect((await stored('kept-here')).entries).toEqual({})
  })

  it('are duplicated, deleted and brought back from the list', async () => {
    await made('a-model', { title: 'A model', anonymous: true })
    const page = await site.visitAs(ada, '/admin/cv', withPreview)
    const row = page.locator('[data-variant="a-model"]')
    await row.getByText('Anonymous').waitFor()
    await expectFine(page, 'the list of variants')
    await page.getByRole('button', { name: 'More for A model' }).click()
    expect(await page.getByRole('menuitem', { name: 'DOCX' }).getAttribute('href')).toBe(
      (await stored('a-model')).urls.docx,
    )
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('link', { name: 'A model (copy)' }).waitFor()
    expect((await stored('a-model-copy')).anonymous).toBe(true)
    await page.getByRole('button', { name: 'More for A model', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    // Under the pointer it stays.
    await page.getByText('Variant deleted').hover()
    await eventually(() => row.count(), 0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await row.waitFor()
  })
})

describe('the preview of a variant', () => {
  it('keeps the last good one when the next cannot be made, says why, and tries again', async () => {
    const page = await site.visitAs(ada, editorOf(await made('fails')), withPreview)
    await previewed(page)
    const before = await drawing(page)
    let isDown = true
    await page.route('**/api/cv-variants/preview', (route) =>
      isDown
        ? route.fulfill({ status: 500, json: { error: 'internal', message: 'The process for it ended.' } })
        : route.continue(),
    )
    await page.getByRole('checkbox', { name: /^Tideline/ }).uncheck()
    const failure = page.getByRole('alert').filter({ hasText: 'The process for it ended.' })
    await failure.getByText('The preview shows the last version that could be made').waitFor()
    expect(await drawing(page)).toBe(before)
    await expectFine(page, 'a preview that failed')
    isDown = false
    await redrawn(page, () => failure.getByRole('button', { name: 'Try again' }).click())
    await eventually(() => failure.count(), 0)
  })

  it('names what one page leaves out, and where an anonymous CV still says a part of the name', async () => {
    const page = await site.visitAs(ada, `${editorOf(await made('facts'))}?tab=details`, withPreview)
    await previewed(page)
    await redrawn(page, () => page.getByLabel('PDF of one page').selectOption('One page'))
    await page.locator('.cv-count').getByText('One page').waitFor()
    expect(await page.locator('[data-fact=dropped]').innerText()).toMatch(/^Left out, .*: .*Fio/)
    await redrawn(page, () => page.getByRole('switch', { name: 'Anonymous' }).check({ force: true }))
    await redrawn(page, () => page.getByRole('textbox', { name: 'Introduction' }).fill('Ask Solberg.'))
    expect(await page.locator('[data-fact=named]').innerText()).toContain('stands in')
    await expectFine(page, 'a variant’s details')
  })
})

describe('the comparison with a job advertisement', () => {
  const secret = 'Zanzibarium'
  const advertisement = `We need TypeScript, GraphQL, ${secret}X2 and C++. ${secret}X2 again, and offline interfaces: Offline.`

  it('says what the variant lacks, shows an entry that has it, and neither stores nor sends any of it', async () => {
    const page = await site.visitAs(ada, `${editorOf(await made('compared'))}`, withPreview)
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    await previewed(page)
    await page.getByRole('checkbox', { name: /^Tideline/ }).uncheck()
    await page.getByRole('tab', { name: 'Job advertisement' }).click()
    await page.getByRole('textbox', { name: 'Job advertisement' }).fill(advertisement)
    const lacks = page.getByRole('list', { name: 'Not in this variant' })
    await lacks.getByText('TypeScript').waitFor()
    expect((await lacks.locator('.job-term').allInnerTexts())[0]).toMatch(new RegExp(`^${secret}X2`))
    const hidden = page.locator('.job-hidden li', { hasText: 'Tideline' })
    expect(await hidden.innerText()).toContain('TypeScript')
    await expectFine(page, 'the comparison')
    await redrawn(page, () => hidden.getByRole('button', { name: 'Show it: Tideline' }).click())
    await page.getByRole('list', { name: 'In this variant' }).getByText('TypeScript').waitFor()
    expect(await hidden.count()).toBe(0)
    await page.keyboard.press('Control+s')
    await eventually(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true)

    const kept = await page.evaluate(async () => {
      const found: unknown[] = [
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        history.state,
        location.href,
      ]
      for (const { name = '' } of await indexedDB.databases()) {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name)
          request.onsuccess = () => resolve(request.result)
        })
        for (const store of db.objectStoreNames)
          found.push(
            await new Promise((resolve) => {
              const request = db.transaction(store).objectStore(store).getAll()
              request.onsuccess = () => resolve(request.result)
            }),
          )
        db.close()
      }
      return JSON.stringify(found)
    })
    expect(kept.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(kept).toContain('vitrine')
    const bodies = sent.map((request) => `${request.url()} ${request.postData() ?? ''}`)
    expect(bodies.some((body) => body.includes('/api/cv-variants/preview'))).toBe(true)
    expect(bodies.filter((body) => body.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    await page.reload()
    await page.getByRole('textbox', { name: 'Job advertisement' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Job advertisement' }).inputValue()).toBe('')
  })
})

describe('without a pointer', () => {
  it('a variant is made, chosen and saved by keyboard alone', async () => {
    const page = await site.visitAs(ada, '/admin', withPreview)
    await page.locator('main h1, main h2').first().waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).waitFor()
    await page.keyboard.type('CV')
    await page.getByRole('option', { name: /^CV/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'CV' }).waitFor()
    const reach = async (target: Locator) => {
      await target.waitFor()
      for (let presses = 0; presses < 60; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error('It is not reached by Tab.')
    }
    await reach(page.getByLabel('Title of a new variant'))
    await page.keyboard.type('By hand')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor()
    await reach(page.getByRole('checkbox', { name: /^Tideline/ }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+s')
    await page.getByText('Variant saved').waitFor()
    expect(await textAt((await stored('by-hand')).urls.txt)).not.toContain('Tideline')
    await reach(page.getByRole('region', { name: 'Pages' }))
  })
})

describe('on a phone', () => {
  it('the preview opens over the form and goes back to it', async () => {
    const page = await site.visitAs(ada, editorOf(await made('on-a-phone')), { width: 360, height: 740 })
    await projects(page).waitFor()
    expect(await page.locator('.cv-page').count()).toBe(0)
    await expectFine(page, 'a variant on a phone')
    await page.getByRole('button', { name: 'Preview' }).click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await previewed(page)
    await expectFine(page, 'the preview on a phone')
    expect((await sheet.locator('.cv-page').first().boundingBox())?.width).toBeGreaterThan(300)
    await sheet.getByRole('button', { name: 'Back to the form' }).click()
    await eventually(() => sheet.count(), 0)
  })
})

// Last: it turns the CV off.
it('the CV’s tab of Settings links its forms, names what one page leaves out, and turns all of them off', async () => {
  const statusOf = async () => (await fetch(`${site.url}/cv.pdf`)).status
  expect(await statusOf()).toBe(200)
  const page = await site.visitAs(ada, '/admin/settings?tab=cv')
  await page.getByText('The PDF has 2 pages.').waitFor()
  expect(await page.getByRole('link', { name: 'DOCX' }).getAttribute('href')).toBe('/cv.docx')

  const publish = async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').last().waitFor()
    await eventually(() => page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
  }
  await page.getByRole('switch', { name: 'PDF of one page' }).check({ force: true })
  await publish()
  await page.getByText('The PDF has one page.').waitFor()
  const dropped = page.getByRole('alert').filter({ hasText: 'Left out, so that the PDF has one page' })
  await dropped.getByRole('listitem').filter({ hasText: /^Fio$/ }).waitFor()
  await expectFine(page, 'the tab of the CV, with what one page leaves out')

  await page.getByRole('switch', { name: 'CV from your entries' }).uncheck({ force: true })
  await publish()
  await eventually(statusOf, 404)
  await eventually(() => page.getByText('Published as').count(), 0)
  await page.getByRole('link', { name: 'a variant' }).click()
  await page.getByText('Turned off in Settings').waitFor()
})
