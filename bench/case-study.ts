import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCaseStudy } from '../tests/support/case-study.ts'
import { copySampleData } from '../tests/support/product.ts'
import { startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { type Audit, audit, needLighthouse } from './lighthouse.ts'
import { audits, everythingOf } from './page.ts'
import { figure, openFirst, typing, visitAs } from './preview.ts'
import { startScriptless } from './servers/scriptless.ts'
import { firstView, views } from './transfer.ts'

const runs = 3

/** Time from a key in the first text to the preview, with the other blocks collapsed as they open. */
const keyToPreview = (product: Awaited<ReturnType<typeof startOwned>>): Promise<Figure> =>
  visitAs(product, async (page) => {
    await openFirst(page, product, 'projects', 'portfolio')
    await page.locator('.block-toggle').first().click()
    // The text ends in a table: what is typed behind its last cell is not shown.
    const field = page.getByRole('textbox', { name: 'Text', exact: true })
    await field.press('ControlOrMeta+End')
    await field.press('Enter')
    await field.press('Enter')
    return figure('the entry open', await typing(page, 'Text', '.block-text[data-index="0"] p'))
  })

/** Costs of a case study of 40 blocks and 30 images, for its visitors and its owner. */
export const caseStudy = async (): Promise<Bench> => {
  await needLighthouse()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-case-study-'))
  await copySampleData(dataDir)
  const address = await writeCaseStudy(dataDir, { long: true })
  const product = await startOwned(0, dataDir)
  const control = await startScriptless(product.url)
  try {
    const browser = await launch()
    const phone = await firstView(browser, product.url + address, views.phone)
    const desktop = await firstView(browser, product.url + address, views.desktop)
    await browser.close()
    const own: Audit[] = []
    const bare: Audit[] = []
    // Not counted: the first start reads this browser and Lighthouse from the disk.
    await audit(control.url + address)
    for (let run = 0; run < runs; run++) {
      own.push(await audit(product.url + address))
      bare.push(await audit(control.url + address))
    }
    return {
      title: 'A case study',
      method: `A project of 40 blocks and 30 images: Lighthouse's slow phone, median of ${runs}, in turn with the same bytes minus every script; bytes as in “The page”, keys as in “The preview”. \`npm run bench -- case-study\``,
      figures: [
        ...audits(own, bare, { lcpAtMost: 1.1 }),
        everythingOf('phone', phone),
        everythingOf('desktop', desktop),
        await keyToPreview(product),
      ],
    }
  } finally {
    await control.stop()
    await product.stop()
  }
}
