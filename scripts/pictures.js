// Takes the pictures of docs/pictures/ from the built product: the sample page in every usual width, light and dark, with far
// too much content and with none, each theme, empty and in its typefaces, the steps of docs/how-to/first-project.md, and the CV in its designs. npx node scripts/pictures.js [names…] takes those whose names begin so.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { cvDesigns } from '../src/model/settings/cv-fields.ts'
import { createCvForms, createCvProcess } from '../src/server/cv/cv-forms.ts'
import { cvSource } from '../src/server/cv/cv-source.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { createSettings } from '../src/server/settings/settings-store.ts'
import { packThemes } from '../src/server/themes/pack.ts'
import { exampleContent } from '../tests/support/example-content.ts'
import { walkToFirstProject } from '../tests/support/first-project.ts'
import { copySampleData, startProduct } from '../tests/support/product.ts'
import { fillWithTooMuch } from '../tests/support/too-much.ts'
import { findChromium } from './chromium.js'

const folder = path.join(import.meta.dirname, '../docs/pictures')
const themes = ['editorial', 'literary', 'gallery', 'poster', 'terminal']
// Wide enough to judge the page by, small enough for a repository.
const widest = 1280
const tallest = 12_000

const whole = ({ width, colorScheme = 'light' }) => ({ width, colorScheme, fullPage: true })
const schemes = ['light', 'dark']
const sample = [
  ...[360, 768, 1280, 1920].flatMap((width) =>
    schemes.map((colorScheme) => ({ name: `sample-${width}-${colorScheme}`, ...whole({ width, colorScheme }) })),
  ),
  ...schemes.map((colorScheme) => ({ name: `first-view-${colorScheme}`, width: 1440, height: 900, colorScheme })),
  { name: 'project', width: 1440, height: 900, address: '/', press: '[data-portfolio] a[data-project]' },
  { name: 'project-page', address: 'project', ...whole({ width: 1280 }) },
  { name: 'menu', width: 360, height: 740, press: '[data-menu-toggle]' },
  { name: 'not-found', width: 1280, height: 800, address: '/not-there' },
]
const sets = {
  sample,
  'too-much': [360, 1280].map((width) => ({ name: `too-much-${width}`, ...whole({ width }) })),
  empty: [360, 1280].map((width) => ({ name: `empty-${width}`, ...whole({ width }) })),
}

const wanted = process.argv.slice(2)
const isWanted = ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))

/** Draws what otherwise waits until it comes near, and every image with the rest of the page. */
const drawAll = (page) =>
  page.evaluate(async () => {
    for (const element of document.querySelectorAll('*'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
    for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' })
    const loaded = (image) => image.complete || new Promise((done) => image.addEventListener('load', done))
    await Promise.all([...document.images].map(loaded))
    await document.fonts.ready
  })

const take = async (
  browser,
  product,
  { name, width, height = 900, colorScheme = 'light', fullPage = false, address = '/', press, shown = widest },
) => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto(product.url + (address === 'project' ? '/' : address), { waitUntil: 'networkidle' })
    if (address === 'project') {
      const first = await page.locator('[data-portfolio] a[data-project]').first().getAttribute('href')
      await page.goto(product.url + first, { waitUntil: 'networkidle' })
    }
    if (press) {
      await page.locator(press).first().click()
      await page.locator('dialog[open]').waitFor()
      await page.waitForLoadState('networkidle')
    }
    if (fullPage) await drawAll(page)
    await page.waitForTimeout(300)
    const png = await page.screenshot({ fullPage, animations: 'disabled' })
    const file = path.join(folder, `${name}.webp`)
    // What is longer still says nothing new.
    const small = await sharp(png)
      .resize({ width: shown, withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true })
    const tall = Math.min(small.info.height, tallest)
    const { size } = await sharp(small.data)
      .extract({ left: 0, top: 0, width: small.info.width, height: tall })
      .webp({ quality: 62, effort: 6 })
      .toFile(file)
    console.log(`${name}.webp  ${tall} px tall, ${Math.round(size / 1024)} kB`)
  } finally {
    await context.close()
  }
}

/** The steps of the guide, as its story in the tests goes them. */
const takeGuide = async (browser) => {
  const place = await mkdtemp(path.join(tmpdir(), 'vitrine-guide-'))
  const picture = path.join(place, 'harbour-library.png')
  await sharp(path.join(import.meta.dirname, '../samples/degrau.svg'))
    .resize({ width: 1200 })
    .png()
    .toFile(picture)
  const product = await startProduct()
  try {
    await walkToFirstProject(browser, {
      said: product.said(),
      image: picture,
      at: async (stop, page) => {
        await page.waitForLoadState('networkidle')
        // The new project is the last of the portfolio.
        if (stop === 'page')
          await page
            .locator('[data-portfolio] a[data-project]')
            .last()
            .evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }))
        await page.waitForTimeout(400)
        const png = await page.screenshot({ animations: 'disabled' })
        const { size } = await sharp(png)
          .resize({ width: 960 })
          .webp({ quality: 60, effort: 6 })
          .toFile(path.join(folder, `guide-${stop}.webp`))
        console.log(`guide-${stop}.webp  ${Math.round(size / 1024)} kB`)
      },
    })
  } finally {
    await product.stop()
    await rm(place, { recursive: true, force: true })
  }
}

/** The first page of the sample's CV in each design, one of them with the portrait and in the typefaces of each theme. */
const takeCvs = async (browser) => {
  const cvProcess = createCvProcess()
  const packed = await packThemes('src/site/themes')
  const files = new Map(packed.flatMap(({ fonts }) => fonts.map(({ url, bytes }) => [url, Buffer.from(bytes)])))
  const portrait = await sharp(path.join(import.meta.dirname, '../samples/portrait.svg'))
    .resize(480)
    .jpeg()
    .toBuffer()
  const variant = async () => ({ bytes: portrait })
  const make = createCvForms({ process: cvProcess, variant, font: async (url) => files.get(url) })
  const page = await browser.newPage({ viewport: { width: 900, height: Math.floor((900 * 297) / 210) } })
  const wanted = [
    ...cvDesigns.map((cvDesign) => ({ name: cvDesign, cvDesign, theme: 'editorial' })),
    ...themes.slice(1).map((theme) => ({ name: `plain-${theme}`, cvDesign: 'plain', theme })),
  ]
  for (const { name, cvDesign, theme } of wanted) {
    const content = exampleContent()
    const settings = { ...content.settings, cvDesign, theme, cvPortrait: cvDesign === 'plain' }
    const packedThemes = packed.map((one) => one.theme)
    const { svg } = await make(
      'preview',
      cvSource({ ...content, settings }, 'https://mirasolberg.example', packedThemes),
    )
    await page.setContent(`<body style="margin: 0">${svg.replace('<svg', '<svg style="width: 900px; height: auto"')}`)
    const { size } = await sharp(await page.screenshot())
      .resize({ width: theme === 'editorial' ? 900 : 480 })
      .webp({ quality: 62, effort: 6 })
      .toFile(path.join(folder, 'cv', `${name}.webp`))
    console.log(`cv/${name}.webp  ${Math.round(size / 1024)} kB`)
  }
  cvProcess.close()
}

/** Each theme with its own sample owner: the first screen, and the whole page in every usual width, light and dark, small. */
const takeThemes = async (browser) => {
  for (const theme of themes.filter((id) => isWanted({ name: `themes/${id}` }))) {
    const product = await startProduct(theme === 'editorial' ? {} : { sample: theme })
    try {
      await take(browser, product, { name: `themes/${theme}`, width: 1280, height: 800, shown: 960 })
      for (const width of [360, 768, 1280, 1920])
        for (const colorScheme of schemes)
          await take(browser, product, {
            ...{ name: `themes/${theme}-${width}-${colorScheme}`, shown: Math.round(width / 4 + 110) },
            ...whole({ width, colorScheme }),
          })
    } finally {
      await product.stop()
    }
    await takeEmptyAndPairs(browser, theme)
  }
}

/** Takes small pictures of a store, by name and width, in other settings each. */
const takeInSettings = async (browser, dataDir, pictures, settings) => {
  const chosen = pictures.filter(isWanted)
  if (chosen.length === 0) return
  const db = await openDatabase({ dataDir })
  await createSettings(db).update(settings, { by: 'pictures' })
  await db.close()
  const product = await startProduct({ dataDir })
  try {
    for (const picture of chosen) await take(browser, product, picture)
  } finally {
    await product.stop()
  }
}

/** Each theme without content, and the first screen of its sample owner in each pair of typefaces. */
const takeEmptyAndPairs = async (browser, theme) => {
  const { pairs } = JSON.parse(await readFile(`src/site/themes/${theme}/theme.json`, 'utf8'))
  const [empty, full] = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'vitrine-pictures-'))))
  try {
    const widths = [360, 1280].map((width) => ({
      ...{ name: `themes/${theme}-empty-${width}`, shown: Math.round(width / 4 + 110) },
      ...whole({ width }),
    }))
    await copySampleData(empty, { empty: true })
    await takeInSettings(browser, empty, widths, { theme, name: 'Mira Solberg' })
    if (theme === 'editorial') await copySampleData(full)
    else await (await startProduct({ dataDir: full, sample: theme })).stop()
    for (const { id } of pairs) {
      const picture = { name: `themes/${theme}-in-${id}`, width: 1280, height: 800, shown: 640 }
      await takeInSettings(browser, full, [picture], { theme, typefaces: [`${theme}/${id}`] })
    }
  } finally {
    for (const dataDir of [empty, full]) await rm(dataDir, { recursive: true })
  }
}

await mkdir(path.join(folder, 'cv'), { recursive: true })
await mkdir(path.join(folder, 'themes'), { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  for (const [kind, pictures] of Object.entries(sets)) {
    const chosen = pictures.filter(isWanted)
    if (chosen.length === 0) continue
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-pictures-'))
    await copySampleData(dataDir, { empty: kind === 'empty' })
    if (kind === 'too-much') await fillWithTooMuch(dataDir)
    const product = await startProduct({ dataDir })
    try {
      for (const picture of chosen) await take(browser, product, picture)
    } finally {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  if (isWanted({ name: 'guide' })) await takeGuide(browser)
  if (isWanted({ name: 'cv' })) await takeCvs(browser)
  await takeThemes(browser)
} finally {
  await browser.close()
}
