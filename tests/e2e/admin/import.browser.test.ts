import { beforeAll, expect, it } from 'vitest'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const resume = {
  basics: { name: 'Ada Byron', image: 'https://ada.example/a.png' },
  skills: [{ name: 'Bernoulli numbers' }, { name: 'Chess with a very long name that takes two lines here' }],
}
const fileOf = (content: unknown) => ({
  name: 'resume.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})

it.each([360, 1280])('a CV is compared, chosen by keyboard, imported and undone at once, %i px wide', async (width) => {
  const page = await site.openAs(ada, { width })
  await page.goto('/admin/import')
  await expectFine(page, 'the import before a file')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).press('Enter'),
  ])
  await chooser.setFiles(fileOf(resume))
  await page.getByText('resume.json: ').waitFor()
  const rows = page.locator('.rows > li')
  await rows.filter({ hasText: 'images are not fetched from other sites' }).first().waitFor()
  await expectFine(page, 'the table of an import')

  const chess = page.getByRole('checkbox', { name: /^Skill: Chess/ })
  await chess.press('Space')
  expect(await chess.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Import 2 things' }).press('Enter')
  await page.getByText('Imported 2 things').waitFor()
  await rows.filter({ hasText: 'Bernoulli' }).getByText('The same').waitFor()
  const skills = async () => JSON.stringify(JSON.parse(await currentPage(site.url, '/api/content')).skills)
  expect(await skills()).toContain('Bernoulli')
  expect(await skills()).not.toContain('Chess')

  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByText('Undone').waitFor()
  expect(await skills()).not.toContain('Bernoulli')
})

it('says why a file is refused, and is found by the palette', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.locator('main h1, main h2').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).waitFor()
  await page.keyboard.type('import')
  await page.getByRole('option', { name: /^Import/, selected: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor()
  for (const wrong of ['{', '{"name":"Ada"}']) {
    await page.locator('input[type=file]').setInputFiles(fileOf(wrong))
    await page.getByRole('alert').filter({ hasText: 'Nothing was imported' }).waitFor()
  }
})
