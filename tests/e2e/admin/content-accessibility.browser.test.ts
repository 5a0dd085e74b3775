import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const screens = [
  '/admin',
  '/admin/chat',
  '/admin/chat?trash=chat',
  '/admin/portfolio',
  '/admin/resume',
  '/admin/service',
  '/admin/about/create',
  '/admin/chat/create',
  '/admin/education/create',
  '/admin/job/create',
  '/admin/skill/create',
  '/admin/service/create',
  '/admin/portfolio/create',
  '/admin/media',
  '/admin/media?trash',
  '/admin/history',
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    describe(`${colorScheme}, ${width} px`, () => {
      const faults = async (address: string, page: Awaited<ReturnType<typeof site.visitAs>>) => {
        expect(await axeViolations(page), address).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
      }

      it('tables, forms, media and history have nothing that axe finds, and no sideways scrolling', async () => {
        // So high that the bar at the foot of a form lies over nothing: what is under it can be scrolled out.
        const page = await site.visitAs(ada, '/admin', { colorScheme, width, height: 3000 })
        const [project] = await content.list('projects')
        for (const address of [...screens, `/admin/portfolio/edit/${project?.id}`]) {
          await page.goto(address, { waitUntil: 'networkidle' })
          await page.locator('main h1').waitFor()
          await faults(address, page)
        }
      })

      it('neither have a refused form, chosen rows, a row’s menu, a picture’s dialog and a difference', async () => {
        const page = await site.visitAs(ada, '/admin/portfolio/create', { colorScheme, width })
        await page.getByRole('button', { name: 'Publish' }).click()
        await page.getByText('Title is required.').waitFor()
        await faults('a refused form', page)
        await page.goto('/admin/chat')
        await page.getByRole('checkbox', { name: 'Select Ingrid Aune' }).click()
        await page.getByRole('toolbar', { name: 'Chosen entries' }).waitFor()
        await faults('chosen rows', page)
        await page.getByRole('button', { name: 'More' }).first().click()
        await page.getByRole('menuitem', { name: 'History' }).waitFor()
        await faults('a row’s menu', page)
        await page.goto('/admin/media')
        await page.locator('.medium-tile').first().click()
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
        await faults('a picture’s dialog', page)
        await page.goto('/admin/history')
        await page.getByRole('button', { name: 'Difference' }).first().click()
        await page.locator('.change-fields').waitFor()
        await faults('a difference', page)
      })
    })
