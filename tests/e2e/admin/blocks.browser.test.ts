import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { blockAt, editorOf, give, kindsShown, projectWith, storedBlocks } from './blocks.ts'
import { contentOf, currentPage } from './content.ts'
import { expectFine, faultsOf } from './looks.ts'
import { ada, ownedSite } from './people.ts'
import { previewOf } from './preview.ts'
import { takeUp } from './sorting.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const text = (id: string, markdown = `Text ${id}`) => ({ id, kind: 'text', markdown })
const three = [text('a'), text('b'), text('c')]
const ids = async (project: string) => (await storedBlocks(content, project)).map(({ id }) => id).join('')

/** Puts blocks into a draft as another version of the product would, which knows other kinds. */
const store = (id: string, blocks: readonly object[]) => {
  const database = new DatabaseSync(path.join(site.dataDir, 'vitrine.db'), { timeout: 5000 })
  const statement = database.prepare("update entries set draft = json_set(draft, '$.blocks', json(?)) where id = ?")
  expect(statement.run(JSON.stringify(blocks), id).changes).toBe(1)
  database.close()
}

describe('the editor of blocks', () => {
  it('moves a block by its handle, and duplicates it', async () => {
    const { id } = await projectWith(content, three)
    const page = await editorOf(site, id)
    await page.getByRole('button', { name: 'Collapse all 3 blocks' }).click()
    expect(await takeUp(page, 'block 3, Text')).toBe('Block 3, Text taken, place 3 of 3.')
    await page.keyboard.press('ArrowUp')
    await page.getByText('is over place 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await eventually(() => ids(id), 'acb')
    await page.getByRole('button', { name: 'Actions for block 2, Text' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await eventually(
      async () => (await storedBlocks(content, id)).map(({ markdown }) => markdown),
      ['Text a', 'Text c', 'Text c', 'Text b'],
    )
  })

  it('opens what is wrong in a collapsed block, and lists it above', async () => {
    const { id } = await projectWith(content, [text('a'), { id: 'b', kind: 'link', title: '', url: 'x y', text: '' }])
    const page = await editorOf(site, id)
    await page.getByRole('button', { name: 'Collapse all 2 blocks' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'blocks.1.title')
    const list = page.getByRole('alert', { name: 'To be mended before publishing' })
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      'Block 2, Link: Title is required.',
      expect.stringMatching(/^Block 2, Link: Link must start with/),
    ])
    expect((await content.get('projects', id)).status).toBe('draft')
  })

  it('takes no more than sixty blocks, and says so', async () => {
    const { id } = await projectWith(
      content,
      Array.from({ length: 60 }, (_, n) => text(`t${n}`)),
    )
    const page = await editorOf(site, id)
    // So many begin as an overview.
    await page.getByRole('button', { name: 'Expand all 60 blocks' }).waitFor()
    await page.getByRole('button', { name: 'Add a block at the start' }).click()
    await page.getByRole('menuitem', { name: /^There are 60 blocks/ }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
  })

  it('merges the blocks of two windows without a question', async () => {
    const { id } = await projectWith(content, three)
    const [one, two] = [await editorOf(site, id), await editorOf(site, id)]
    await blockAt(one, 1).getByRole('textbox').fill('From the one')
    await eventually(async () => (await storedBlocks(content, id))[0]?.markdown, 'From the one')
    await blockAt(two, 3).getByRole('textbox').fill('From the other')
    await eventually(
      async () => (await storedBlocks(content, id)).map(({ markdown }) => markdown),
      ['From the one', 'Text b', 'From the other'],
    )
    await eventually(() => blockAt(two, 1).getByRole('textbox').inputValue(), 'From the one')
    expect(await two.locator('[data-conflict]').count()).toBe(0)
  })

  it('shows the block in the preview that is edited, and opens the one that is clicked there', async () => {
    const many = Array.from({ length: 20 }, (_, n) => text(`t${n}`, `Paragraph ${n}\n\n`.repeat(4)))
    const { id } = await projectWith(content, many)
    const page = await editorOf(site, id, { width: 1500 })
    const frame = await previewOf(page)
    await page.locator('[data-block=t15] [data-reveal]').click()
    await blockAt(page, 16).getByRole('textbox').fill('Here it is')
    await eventually(() => frame.locator('[data-selected]').allTextContents(), ['Here it is'])
    await frame.getByText('Paragraph 3').first().click()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'blocks.3.markdown')
  })
})

describe('what the editor says', () => {
  it('names a block whose text visitors see as it was written, and the preview shows it like that', async () => {
    const slow = text('slow', `First\n${'_a*'.repeat(6600)}`)
    const { id } = await projectWith(content, [text('a', 'A *quiet* text'), slow])
    const { url } = await content.call<{ url: string }>('POST', `/entries/projects/${id}/share-links`, { days: 1 })
    expect((await fetch(url)).status).toBe(200)
    const plain = async () =>
      (await content.call<{ plainTexts?: string[] }>('GET', `/entries/projects/${id}`)).plainTexts
    await eventually(plain, ['slow'])
    const page = await editorOf(site, id, { width: 1500 })
    await blockAt(page, 2).getByText('Visitors see this text unformatted').waitFor()
    expect(await blockAt(page, 1).getByText('Visitors see this text').count()).toBe(0)
    const frame = await previewOf(page)
    await blockAt(page, 1).getByRole('textbox').click()
    await frame.getByText('This text has so many marks').waitFor()
    await eventually(() => frame.locator('em').allTextContents(), ['quiet'])
  })

  it('names a testimonial that is deleted in the quote that shows it', async () => {
    const words = { country: 'Norway', email: 'i@example.com', feedback: 'Good.', star: 5, image: null }
    const { id, version } = await content.create('testimonials', { fullname: 'Ingrid Aune', ...words })
    const project = await projectWith(content, [{ id: 'q', kind: 'quote', testimonial: id }])
    await content.call('DELETE', `/entries/testimonials/${id}`, undefined, version)
    const page = await editorOf(site, project.id)
    const choice = blockAt(page, 1).getByLabel('Testimonial')
    await eventually(() => choice.locator('option:checked').textContent(), 'Ingrid Aune (deleted)')
    expect(await choice.inputValue()).toBe(id)
  })

  it('names a block of a newer version, keeps it through an edit, and cannot copy it', async () => {
    const { id } = await projectWith(content, [text('a', 'One')])
    const newer = { id: 'n', kind: 'map', places: [1] }
    store(id, [newer, text('a', 'One')])
    const page = await editorOf(site, id)
    await blockAt(page, 1).getByText('Made by a newer version of Vitrine.').waitFor()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Two')
    await eventually(() => storedBlocks(content, id), [newer, text('a', 'Two')])
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for block 1, Newer block (map)' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Duplicate' }).count()).toBe(0)
  })

  it('begins an outline in the language of the site, of which visitors see what is filled in', async () => {
    await content.call('PATCH', '/settings', { language: 'de' })
    const { id } = await projectWith(content, [])
    const page = await editorOf(site, id)
    await page.getByRole('button', { name: 'Outline of a case study' }).click()
    await eventually(async () => (await storedBlocks(content, id))[0]?.markdown, '## Die Aufgabe')
    await blockAt(page, 1).getByRole('textbox').fill('## Die Aufgabe\n\nEine Fähre buchen.')
    await eventually(() => page.getByText('Empty, not on the page').count(), 4)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(async () => (await content.get('projects', id)).status, 'published')
    const { slug } = (await content.get('projects', id)).data
    const shown = await currentPage(site.url, `/projects/${slug}`)
    expect(shown).toContain('Eine Fähre buchen.')
    expect(shown).not.toMatch(/Die Arbeit|Das Ergebnis/)
    // What is left to fill in stays in the form.
    expect(await kindsShown(page)).toHaveLength(7)
  })
})

/** An id of Media, not the name of a file that is still uploading. */
const isUploaded = (value: unknown) => /^[0-9a-f-]{36}$/.test(String(value))

describe('what is pasted into the editor', () => {
  it('is a gallery of several images, in their order, and an image of one', async () => {
    const { id } = await projectWith(content, [text('a'), text('b', '')])
    const page = await editorOf(site, id)
    await give(page, '[data-block=a] textarea', 'paste', { files: ['1.png', '2.png', '3.png'] })
    await give(page, '[data-block=b] textarea', 'drop', { files: ['4.png'] })
    await eventually(() => kindsShown(page), ['Text', 'Gallery', 'Image'])
    const media = async () => {
      const [, gallery, image] = await storedBlocks(content, id)
      const all = [...((gallery?.images ?? []) as { image: string }[]).map((one) => one.image), image?.image]
      const names = await content.call<{ media: { id: string; name: string }[] }>('GET', '/media?limit=200')
      return all.map((one) => names.media.find((item) => item.id === one)?.name)
    }
    // The first and the last are one file: it has the name that came first.
    const order = async () => {
      const [first, second, third, image] = await media()
      return [second, third, first !== undefined && first === image]
    }
    await eventually(order, ['2.png', '3.png', true])
  })

  it('is a video of its own between the images that are dropped with it', async () => {
    const { id } = await projectWith(content, [text('a')])
    const page = await editorOf(site, id)
    await give(page, '[data-block=a] textarea', 'drop', { files: ['5.png', 'walk.mp4'] })
    await eventually(() => kindsShown(page), ['Text', 'Image', 'Video'])
    const files = async () => (await storedBlocks(content, id)).slice(1).map((one) => isUploaded(one.image ?? one.file))
    await eventually(files, [true, true])
  })

  it('says beside the block why an image was refused, and leaves the rest', async () => {
    const { id } = await projectWith(content, [text('a')])
    const page = await editorOf(site, id)
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 415, json: { error: 'unsupported-type', message: 'This is no image.' } })
        : route.fallback(),
    )
    await give(page, '[data-block=a] textarea', 'paste', { files: ['1.png'] })
    await blockAt(page, 2).getByText('This is no image.').waitFor()
    await page.unroute('**/api/media')
    await blockAt(page, 2).getByRole('button', { name: 'Try again' }).click()
    await eventually(async () => isUploaded((await storedBlocks(content, id))[1]?.image), true)
  })
})

describe('the images of a gallery', () => {
  type Shown = { image: string; caption: string }
  const imagesOf = async (project: string) => ((await storedBlocks(content, project))[0]?.images ?? []) as Shown[]
  /** The editor with a gallery of these items and four images, whose descriptions are empty. */
  const galleryOf = async (first: readonly object[] = []) => {
    const pictures = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        halves(60 + 2 * n, 50, '#c04020', '#2040c0')
          .png()
          .toBuffer(),
      ),
    )
    const answers = await site.uploadAs<{ id: string }>(
      ada,
      pictures.map((picture, n) => [`tile-${n + 1}.png`, picture]),
    )
    const images = answers.map(({ body }) => body.id)
    for (const image of images) await content.call('PATCH', `/media/${image}`, { alt: '' })
    const items = [...first, ...images.map((image) => ({ image, caption: '' }))]
    const { id } = await projectWith(content, [{ id: 'g', kind: 'gallery', images: items }])
    const page = await editorOf(site, id)
    await page.locator('.tile-image img').nth(3).waitFor()
    return { id, page, images }
  }

  it('stand in tiles, of which one shows its details, and move by arrow keys along and across rows', async () => {
    const { id } = await projectWith(content, [])
    const page = await editorOf(site, id, { width: 360 })
    await give(page, '.blocks', 'drop', { files: ['1.png', '2.png', '3.png', '4.png'] })
    const uploaded = async () => (await imagesOf(id)).map(({ image }) => isUploaded(image))
    await eventually(uploaded, [true, true, true, true])
    await page.locator('.tile-image img').nth(3).waitFor()
    const images = (await imagesOf(id)).map(({ image }) => image)
    const tile = (at: number) => page.getByRole('button', { name: new RegExp(`^Image ${at} `) })
    const sideBySide = async () => {
      const [left, right] = [await tile(1).boundingBox(), await tile(2).boundingBox()]
      return [left?.y === right?.y, (left?.width ?? 0) > 90]
    }
    await eventually(sideBySide, [true, true])
    await tile(2).click()
    await page.getByRole('group', { name: 'Image 2', exact: true }).getByLabel('Caption').fill('At dawn')
    await tile(3).click()
    await eventually(() => page.getByLabel('Caption').inputValue(), '')
    await eventually(async () => (await imagesOf(id)).map(({ caption }) => caption), ['', 'At dawn', '', ''])
    await expectFine(page, 'a gallery')
    // The arrow by which this hears that arrows are heard leads to the right.
    expect(await takeUp(page, 'Image 1')).toBe('Image 1 taken, place 1 of 4.')
    await page.getByText('Image 1 is over place 2 of 4').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText('Image 1 is over place 4 of 4').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    const [a, b, c, d] = images
    await eventually(async () => (await imagesOf(id)).map(({ image }) => image), [b, c, d, a])
    await page.getByRole('button', { name: 'Remove image 4' }).click()
    await eventually(async () => (await imagesOf(id)).map(({ image }) => image), [b, c, d])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Remove image 3')
  })

  it('say that they have no description, and have them written one after the other with Tab alone', async () => {
    const { page, images } = await galleryOf()
    await eventually(() => page.getByRole('button', { name: /No description$/ }).count(), 4)
    await page.getByRole('button', { name: 'Write descriptions' }).click()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    for (const at of [1, 2, 3, 4]) {
      await eventually(focused, `Description of image ${at}`)
      await page.keyboard.type(`Boat ${at}`)
      await page.keyboard.press('Tab')
    }
    const alts = () =>
      Promise.all(images.map(async (id) => (await content.call<{ alt: string }>('GET', `/media/${id}`)).alt))
    await eventually(alts, ['Boat 1', 'Boat 2', 'Boat 3', 'Boat 4'])
    await page.getByRole('button', { name: 'Show tiles' }).click()
    await page.getByRole('button', { name: 'Image 4 Boat 4' }).waitFor()
    await eventually(() => page.getByText('No description').count(), 0)
  })

  it('open the one that keeps the project from being published, and none of the others', async () => {
    const { page } = await galleryOf([{ image: null, caption: 'First' }])
    await page.getByRole('button', { name: /^Image 5/ }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const open = () => page.locator('.tile-image[aria-expanded=true]').allInnerTexts()
    await eventually(async () => (await open()).map((text) => text.includes('Image 1')), [true])
    const isInDetails = () => page.evaluate(() => document.activeElement?.closest('.tile-details') !== null)
    await eventually(isInDetails, true)
    expect((await open()).length).toBe(1)
  })

  it('that could not be loaded say so, and not that they were deleted', async () => {
    const { page } = await galleryOf()
    await page.route('**/api/media/*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'No image.' } }),
    )
    await page.reload()
    await eventually(() => page.getByRole('button', { name: /Not loaded$/ }).count(), 4)
  })

  it('show on their tiles how far they are, what went wrong, and what to do about it', async () => {
    const { id, page } = await galleryOf()
    let refused = true
    await page.route('**/api/media', (route) =>
      refused && route.request().method() === 'POST'
        ? route.fulfill({ status: 415, json: { error: 'unsupported-type', message: 'This is no image.' } })
        : route.fallback(),
    )
    const file = await halves(90, 50, '#104020', '#2040c0').png().toBuffer()
    await page.getByLabel('Add images').setInputFiles([{ name: 'fifth.png', mimeType: 'image/png', buffer: file }])
    const fifth = page.locator('.tiles > li').nth(4)
    await fifth.getByText('This is no image.').waitFor()
    refused = false
    await fifth.getByRole('button', { name: 'Try again' }).click()
    await eventually(async () => isUploaded((await imagesOf(id))[4]?.image), true)
    await fifth.getByText('No description').waitFor()
  })
})

describe('how the editor looks', () => {
  it('is fine 768 and 1280 pixels wide, empty and full', async () => {
    const blocks = [
      text('a', '## العنوان\n\nنص'),
      { id: 'b', kind: 'gallery', images: [{ image: null, caption: 'One' }] },
      { id: 'c', kind: 'figures', items: [{ label: 'Calls', before: '60', value: '4', unit: 'a week', source: '' }] },
      { id: 'd', kind: 'quote', testimonial: null, text: 'Good', name: 'Ingrid', role: '' },
    ]
    const found: string[] = []
    for (const given of [blocks, []]) {
      const page = await editorOf(site, (await projectWith(content, given)).id, { width: 768 })
      if (given.length === 0) await page.getByText('Tell the story').waitFor()
      for (const width of given.length === 0 ? [768] : [768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await faultsOf(page, `${given.length} blocks at ${width}`)))
      }
    }
    expect(found).toEqual([])
  })
})
