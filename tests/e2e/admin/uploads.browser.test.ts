import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, started } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { sampleMp4 } from '../../support/sample-video.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

let width = 40
const fresh = () => {
  width += 2
  return halves(width, 30, '#c04020', '#2040c0').png().toBuffer()
}
const stored = async () =>
  (await content.call<{ media: { name: string }[] }>('GET', '/media?limit=200')).media.map(({ name }) => name)
const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })
const choose = (page: Page, files: ReturnType<typeof file>[]) => page.getByLabel('Upload files').setInputFiles(files)
/** The tile of an image that is kept; while it is sent, its line has buttons of its name as well. */
const tile = (page: Page, name: string) => page.getByRole('list', { name: 'Images' }).getByRole('button', { name })
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' })

/** Gives files to the page as dropping or pasting them would, once it listens. */
const give = async (page: Page, kind: 'drop' | 'paste', ...files: ReturnType<typeof file>[]) => {
  await started(page)
  await page.evaluate(
    ([how, all]) => {
      const data = new DataTransfer()
      for (const [called, type, base64] of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], called, { type }))
      const options = { bubbles: true, cancelable: true }
      document.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    [kind, files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')] as const)] as const,
  )
}

/** The line that uploads go over: open, held (they are sent and not answered), or cut. */
const lineOf = async (context: BrowserContext, first: 'held' | 'cut' | 'open') => {
  let state = first
  const held = new Set<() => void>()
  const names: string[] = []
  await context.route('**/api/media', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    names.push(/filename="([^"]+)"/.exec(route.request().postData() ?? '')?.[1] ?? '')
    if (state === 'held') await new Promise<void>((resolve) => held.add(resolve))
    await (state === 'cut' ? route.abort('connectionreset') : route.continue()).catch(() => {})
  })
  return {
    /** Names of the files that were sent, each time. */
    names,
    become: (next: typeof state) => {
      state = next
      for (const go of held) go()
      held.clear()
    },
  }
}

const newProject = async (page: Page, title: string, picture: string) => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.locator('[data-field=image] input[type=file]').setInputFiles([file(picture, await fresh())])
  await page.getByRole('progressbar', { name: `Uploading ${picture}` }).waitFor({ state: 'attached' })
}
const project = async (title: string) => (await content.list('projects')).find(({ data }) => data.title === title)
const nameOf = async (id: unknown) =>
  (await content.call<{ media: { id: string; name: string }[] }>('GET', '/media?limit=200')).media.find(
    (item) => item.id === id,
  )?.name
const picture = async (title: string) => nameOf((await project(title))?.data.image)
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

describe('where nothing is yet', () => {
  it('Media offers the first step, and it can be taken there', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'No images yet' }).waitFor()
    await page.getByLabel('Upload your first image').setInputFiles([file('first.png', await fresh())])
    await tile(page, 'first.png').waitFor()
  })
})

describe('uploads', () => {
  it('accepts pasted images, except while a dialog is open', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor()
    await give(page, 'paste', file('pasted.png', await fresh()))
    await tile(page, 'pasted.png').click()
    await page.getByRole('dialog').waitFor()
    await give(page, 'paste', file('over.png', await fresh()))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await uploads(page).getByText('over.png').count()).toBe(0)
    expect(await stored()).not.toContain('over.png')
  })

  it('shows the progress of each upload and cancels one without a trace', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const line = await lineOf(page.context(), 'held')
    const names = ['one.png', 'two.png', 'three.png']
    await choose(page, await Promise.all(names.map(async (name) => file(name, await fresh()))))
    for (const name of names)
      await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor({ state: 'attached' })
    // Two go at a time, whichever could be read first.
    await eventually(async () => line.names.length, 2)
    const [stopped = ''] = line.names
    // The browser ends a request a moment after the page does.
    const ended = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await page.getByRole('button', { name: `Cancel ${stopped}` }).focus()
    await page.keyboard.press('Enter')
    await uploads(page).getByText(stopped).waitFor({ state: 'detached' })
    await ended
    // The third takes the lane that is free now.
    await eventually(async () => line.names.toSorted(), names.toSorted())
    line.become('open')
    for (const name of names.filter((one) => one !== stopped)) await tile(page, name).waitFor()
    expect(await stored()).not.toContain(stopped)
  })

  it('shows why an upload failed and retries it', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await choose(page, [file('again.png', await fresh())])
    await uploads(page).getByRole('alert').filter({ hasText: 'The connection was lost' }).waitFor()
    expect(await stored()).not.toContain('again.png')
    await page.unroute('**/api/media')
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await tile(page, 'again.png').waitFor()
  })

  it('goes on until the server has the file, where a login page answered in its place', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ contentType: 'text/html', body: '<h1>Log in to this network</h1>' })
        : route.fallback(),
    )
    await choose(page, [file('portal.png', await fresh())])
    await uploads(page).getByRole('alert').filter({ hasText: 'The connection was lost' }).waitFor()
    expect(await stored()).not.toContain('portal.png')
    await page.unroute('**/api/media')
    await tile(page, 'portal.png').waitFor()
  })

  it('rejects files by name that are not images or too large to read', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor()
    await give(page, 'drop', file('letter.docx', Buffer.from('PK'), 'application/msword'))
    const line = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
    await line('letter.docx').getByRole('alert').filter({ hasText: 'This file cannot be shown.' }).waitFor()
    await choose(page, [file('huge.png', randomBytes(7_000_000))])
    await line('huge.png').getByRole('alert').filter({ hasText: 'larger than 6 MB' }).waitFor()
    await page.getByRole('button', { name: 'Cancel letter.docx' }).click()
    await line('letter.docx').waitFor({ state: 'detached' })
  })

  it('says of a HEIC what to do on the iPhone, by its bytes or its name, and sends nothing of it', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const line = await lineOf(page.context(), 'open')
    const heic = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name }).getByRole('alert')
    await choose(page, [
      file('IMG_1.jpg', sampleMp4('a', { brand: 'heic' }), 'image/jpeg'),
      file('IMG_2.HEIC', Buffer.from('of a future brand'), ''),
    ])
    for (const name of ['IMG_1.jpg', 'IMG_2.HEIC'])
      await heic(name).filter({ hasText: 'Settings → Camera → Formats → Most Compatible' }).waitFor()
    await choose(page, [
      file('renamed.heic', await halves(44, 30, '#c04020', '#2040c0').jpeg().toBuffer(), 'image/heic'),
    ])
    await tile(page, 'renamed.heic').waitFor()
    expect(line.names).toEqual(['renamed.heic'])
  })

  it('shrinks images that exceed the limit before the upload', async () => {
    const large = await halves(1500, 1500, '#c04020', '#2040c0').png({ compressionLevel: 0 }).toBuffer()
    expect(large.length).toBeGreaterThan(6 * 1024 * 1024)
    const page = await site.visitAs(ada, '/admin/media')
    await choose(page, [file('large.png', large)])
    await tile(page, 'large.jpg').waitFor()
  })

  it('recognizes an image that already exists and stores nothing twice', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const bytes = await fresh()
    await choose(page, [file('once.png', bytes)])
    await tile(page, 'once.png').waitFor()
    const before = await stored()
    await choose(page, [file('twice.png', bytes)])
    await page.getByText('This file already exists.').waitFor()
    expect(await stored()).toEqual(before)
  })
})

describe('a picture that is still uploading', () => {
  it('makes Publish wait where one sees it, until told not to or until it is there', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const line = await lineOf(page.context(), 'held')
    await newProject(page, 'Waits', 'waits.png')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const waiting = page.getByRole('button', { name: 'Publishing when 1 picture is uploaded' })
    await waiting.waitFor()
    // Meanwhile it is a draft, on the screen of one, and the focus comes along.
    await page.waitForURL(/edit/)
    await eventually(() => waiting.evaluate((button) => button === document.activeElement), true)
    // A second press changes nothing, and the focus stays.
    await waiting.press('Enter')
    expect(await waiting.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await project('Waits')).toMatchObject({ status: 'draft' })
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await page.getByRole('button', { name: 'Publish and close' }).click()
    await waiting.waitFor()
    line.become('open')
    await toast(page, 'Project published').waitFor()
    await page.waitForURL((url) => url.pathname === '/admin/portfolio')
    expect(await project('Waits')).toMatchObject({ status: 'published' })
    expect([await picture('Waits'), line.names]).toEqual(['waits.png', ['waits.png']])

    // Of a stored entry: who leaves meanwhile is told that it stays a draft.
    line.become('held')
    await page.goto(`/admin/portfolio/edit/${(await project('Waits'))?.id}`)
    await page.locator('[data-field=image] input[type=file]').setInputFiles([file('later.png', await fresh())])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await waiting.waitFor()
    await page.getByRole('link', { name: 'Media' }).first().click()
    await page.getByRole('dialog').getByText('Publishing waits for an upload.').waitFor()
    await page.getByRole('button', { name: 'Stay here' }).last().click()
    await eventually(async () => (await project('Waits'))?.status, 'changed')
    line.become('open')
    await toast(page, 'Project published').waitFor()
    await eventually(async () => (await project('Waits'))?.status, 'published')
    expect(await picture('Waits')).toBe('later.png')
  })

  it('is waited for by Publish and add another as well, and then the next one can be typed', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const line = await lineOf(page.context(), 'held')
    await newProject(page, 'Led on', 'led-on.png')
    await page.getByRole('button', { name: 'Publish and add another' }).click()
    await page.waitForURL(/edit/)
    line.become('open')
    await page.waitForURL(/create$/)
    expect([(await project('Led on'))?.status, await picture('Led on')]).toEqual(['published', 'led-on.png'])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'title')
  })

  it('is in a draft when the tab was closed while Publish waited, and nothing is published behind anybody', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const context = page.context()
    const line = await lineOf(context, 'held')
    await newProject(page, 'Closed', 'closed.png')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(async () => (await project('Closed'))?.status, 'draft')
    await page.waitForURL(/edit/)
    await page.close()
    const again = await context.newPage()
    await again.goto('/admin/portfolio')
    line.become('open')
    await eventually(() => picture('Closed'), 'closed.png')
    expect((await project('Closed'))?.status).toBe('draft')
    await again.goto('/admin/portfolio/create')
    expect(await again.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  })

  it('without a connection waits where it is, and is published when it is back', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const line = await lineOf(page.context(), 'cut')
    await page.route('**/api/entries/projects', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Title' }).fill('Offline')
    await page.locator('[data-field=image] input[type=file]').setInputFiles([file('offline.png', await fresh())])
    await page.locator('[data-field=image]').getByRole('alert').filter({ hasText: 'connection' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publishing when 1 picture is uploaded' }).waitFor()
    await page.unroute('**/api/entries/projects')
    line.become('open')
    await page.locator('[data-field=image]').getByRole('button', { name: 'Try again' }).click()
    await toast(page, 'Project published').waitFor()
    expect([(await project('Offline'))?.status, await picture('Offline')]).toEqual(['published', 'offline.png'])
  })

  it('comes into the draft by itself, whichever way that was saved and wherever its owner has gone', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const line = await lineOf(page.context(), 'held')
    await newProject(page, 'First', 'first-early.png')
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as draft and add another' }).click()
    await eventually(async () => (await project('First'))?.status, 'draft')
    expect(await picture('First')).toBeUndefined()
    await eventually(() => page.getByRole('textbox', { name: 'Title' }).inputValue(), '')

    await newProject(page, 'Second', 'second-early.png')
    const answers: (() => void)[] = []
    await page.route('**/api/entries/projects', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => answers.push(resolve))
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await eventually(async () => answers.length, 1)
    await page.getByRole('textbox', { name: 'Summary' }).fill('Typed while it was saved.')
    answers[0]?.()
    await page.getByRole('heading', { name: 'Edit Project' }).waitFor()
    await eventually(async () => (await project('Second'))?.data.summary, 'Typed while it was saved.')
    await page.getByLabel('Upload images').setInputFiles([file('a.png', await fresh()), file('b.png', await fresh())])
    await page.getByRole('progressbar', { name: 'Uploading b.png' }).waitFor({ state: 'attached' })
    // Ctrl+S, and off to another screen, where nobody is asked.
    await page.keyboard.press('Control+s')
    await page.getByRole('link', { name: 'History' }).first().click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByText(/^Uploading 4 pictures/).waitFor()
    expect(await Promise.all([picture('First'), picture('Second')])).toEqual([undefined, undefined])

    line.become('open')
    await eventually(() => picture('First'), 'first-early.png')
    await eventually(() => picture('Second'), 'second-early.png')
    const gallery = async () => {
      const [block] = ((await project('Second'))?.data.blocks ?? []) as { images: { image: string }[] }[]
      return Promise.all((block?.images ?? []).map(({ image }) => nameOf(image)))
    }
    await eventually(gallery, ['a.png', 'b.png'])
    await page.getByText(/^Uploading/).waitFor({ state: 'detached' })
    expect((await content.list('projects')).map(({ data }) => data.title)).toEqual([
      'Waits',
      'Led on',
      'Closed',
      'Offline',
      'First',
      'Second',
    ])
    expect(JSON.stringify(await content.list('projects'))).not.toContain('awaited')
  })

  it('goes on after the line was cut and the tab closed, in one of two tabs, and is named on another device', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const context = page.context()
    const line = await lineOf(context, 'cut')
    await page.getByRole('textbox', { name: 'Title' }).fill('Cut')
    await page.locator('[data-field=image] input[type=file]').setInputFiles([file('cut.png', await fresh())])
    const field = page.locator('[data-field=image]')
    await field.getByRole('alert').filter({ hasText: 'The connection was lost' }).waitFor()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.waitForURL(/edit/)
    const address = page.url()

    const elsewhere = await site.visitAs(ada, address)
    await elsewhere.locator('[data-field=image]').getByText('“cut.png” was not uploaded from this browser.').waitFor()
    await elsewhere.getByRole('button', { name: 'Publish', exact: true }).click()
    await elsewhere.getByText('“cut.png” is not uploaded yet. Wait for it, or pick it again.').first().waitFor()
    expect((await project('Cut'))?.status).toBe('draft')
    await elsewhere.goto('/admin/portfolio')
    await elsewhere.getByRole('row', { name: /Cut/ }).getByText('Awaits cut.png').waitFor()
    await elsewhere.goto('/robots.txt')

    await page.close()
    line.become('held')
    const sent = line.names.length
    const [one, other] = [await context.newPage(), await context.newPage()]
    await one.goto('/admin/history')
    await other.goto('/admin/history')
    for (const tab of [one, other]) await tab.getByText(/^Uploading 1 picture/).waitFor()
    line.become('open')
    await eventually(() => picture('Cut'), 'cut.png')
    for (const tab of [one, other]) await tab.getByText(/^Uploading/).waitFor({ state: 'detached' })
    expect(line.names.length - sent).toBe(1)
  })

  it('that the server refuses stands beside its field and keeps it from being published, not from being saved', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 415, json: { error: 'unsupported-type', message: 'This is no image.' } })
        : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Title' }).fill('Refused')
    await page.locator('[data-field=image] input[type=file]').setInputFiles([file('torn.png', await fresh())])
    const field = page.locator('[data-field=image]')
    await field.getByText('This is no image.').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await field.getByText('“torn.png” is not uploaded yet. Wait for it, or pick it again.').waitFor()
    expect(await project('Refused')).toBeUndefined()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.waitForURL(/edit/)
    expect(await project('Refused')).toMatchObject({ status: 'draft' })
    await page.unroute('**/api/media')
    await field.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => picture('Refused'), 'torn.png')
  })

  it('may be left by closing the tab, unless the browser has no space to keep it, which is said', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const line = await lineOf(page.context(), 'held')
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await choose(page, [file('kept-safe.png', await fresh())])
    await eventually(async () => line.names.length, 1)
    await page.goto('/admin/media')
    expect(asked).toEqual([])
    await page.getByRole('progressbar', { name: 'Uploading kept-safe.png' }).waitFor({ state: 'attached' })

    const { user } = await content.call<{ user: { id: string } }>('GET', '/auth/get-session')
    await page.evaluate(async (account) => {
      const request = indexedDB.open('vitrine-uploads')
      await new Promise((resolve) => Object.assign(request, { onsuccess: resolve }))
      const writing = request.result.transaction('files', 'readwrite')
      const whole = { account, name: 'whole.mp4', isPlaced: true, at: Date.now(), isDelivered: true, value: 'sent' }
      writing
        .objectStore('files')
        .put({ ...whole, file: new File([new Uint8Array(60 * 2 ** 20)], 'whole.mp4') }, 'whole')
      await new Promise((resolve) => Object.assign(writing, { oncomplete: resolve }))
      request.result.close()
    }, user.id)
    await choose(page, [file('too-much.png', await fresh())])
    await uploads(page)
      .getByRole('listitem')
      .filter({ hasText: 'too-much.png' })
      .getByText('Too much to keep')
      .waitFor()
    await page.goto('/robots.txt')
    expect(asked).toEqual(['beforeunload'])
    line.become('open')
    await page.goto('/admin/media')
    await tile(page, 'kept-safe.png').waitFor()
    expect(await stored()).not.toContain('too-much.png')
  })

  it('is asked about before its owner signs out, and is nothing that the next one sees', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const line = await lineOf(page.context(), 'held')
    await choose(page, [file('private.png', await fresh())])
    await page.getByRole('progressbar', { name: 'Uploading private.png' }).waitFor({ state: 'attached' })
    const questions: string[] = []
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message())
      await (questions.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    await eventually(async () => questions.length, 1)
    await uploads(page).getByText('private.png').waitFor()
    await signOut()
    await page.waitForURL(/login/)
    expect(questions[1]).toContain('1 picture is still uploading')
    const kept = await page.evaluate(async () => {
      const request = indexedDB.open('vitrine-uploads')
      await new Promise((resolve) => Object.assign(request, { onsuccess: resolve }))
      const count = request.result.transaction('files').objectStore('files').count()
      await new Promise((resolve) => Object.assign(count, { onsuccess: resolve }))
      return count.result
    })
    expect(kept).toBe(0)
    line.become('cut')
    expect(await stored()).not.toContain('private.png')
  })
})

describe('pictures for Portfolio', () => {
  const titles = () => content.column('projects', 'title')
  const names = Array.from({ length: 5 }, (_, at) => `harbour-lights_0${at + 1}.png`)
  const made = names.map((_, at) => `Harbour lights 0${at + 1}`)

  it('dropped on it, become drafts in their order, with one undo; what is none is named and makes none', async () => {
    const before = await titles()
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.getByRole('heading', { name: 'Portfolio' }).waitFor()
    const line = await lineOf(page.context(), 'held')
    const dropped = await Promise.all(names.map(async (name) => file(name, await fresh())))
    const none = [
      file('beach.heic', Buffer.from('no picture'), 'image/heic'),
      file('torn.jpg', Buffer.from('no picture either'), 'image/jpeg'),
    ]
    await give(page, 'drop', ...dropped.slice(0, 2), ...none, ...dropped.slice(2))
    await toast(page, '5 drafts added').waitFor()
    await page.getByRole('alert').getByText('beach.heic: a HEIC').waitFor()
    await page.getByRole('alert').getByText('torn.jpg: it cannot be read').waitFor()
    expect(await titles()).toEqual([...before, ...made])
    // At once, each with its upload under way.
    for (const [at, name] of names.entries()) {
      const row = page.getByRole('row').filter({ hasText: made[at] ?? '' })
      await row.getByText('Never published').waitFor()
      await row.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor({ state: 'attached' })
    }
    line.become('open')
    await eventually(() => picture(made[4] ?? ''), names[4])
    await eventually(() => Promise.all(made.map(picture)), names)
    expect(await project('Harbour lights 01')).toMatchObject({ status: 'draft', data: { slug: 'harbour-lights-01' } })
    await page.locator('h1').click()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(titles, before)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await eventually(titles, [...before, ...made])
    expect(await picture('Harbour lights 03')).toBe(names[2])
  })

  it('are published one after the other: each form leads to the next draft, whose title is typed over', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.getByRole('link', { name: made[0] ?? '', exact: true }).click()
    const titled = page.locator('main form').getByRole('textbox', { name: 'Title', exact: true })
    const onward = page.getByRole('button', { name: 'Publish and open next draft' })
    const publishAndGoOn = async () => {
      await page.locator('main form').getByLabel('Summary').fill('Lights on the water')
      await onward.click()
    }
    for (const [at, name] of [made[1], made[2]].entries()) {
      await publishAndGoOn()
      await eventually(() => titled.inputValue(), name ?? '')
      await expect.poll(() => titled.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type(`Harbour ${at}`)
      await eventually(() => titled.inputValue(), `Harbour ${at}`)
      // The second click of a double click meets this form, which has the button in the same place.
      await page.locator('main form').getByLabel('Summary').fill('Lights on the water')
      await onward.dispatchEvent('click', { detail: 2 })
    }
    // Behind the last there is none.
    await page.goBack()
    await page.getByRole('link', { name: made[4] ?? '', exact: true }).click()
    await page.locator('main form').getByLabel('Summary').fill('Lights on the water')
    await page.getByRole('button', { name: 'Publish and close' }).click()
    const statusOf = async (title: string) => (await project(title))?.status
    await eventually(
      () => Promise.all([made[0] ?? '', 'Harbour 0', 'Harbour 1', made[3] ?? '', made[4] ?? ''].map(statusOf)),
      ['published', 'published', 'draft', 'draft', 'published'],
    )
  })

  it('take their description at once when they are uploaded in a form', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    await page.locator('[data-field=image] input[type=file]').focus()
    await page.locator('[data-field=image] input[type=file]').setInputFiles(file('quay.png', await fresh()))
    const description = page.locator('[data-field=image]').getByLabel('Description')
    await expect.poll(() => description.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it.each([
    [3, 'published by key'],
    [4, 'left by Back'],
  ])('keep the description that is typed when form %i is %s', async (at, way) => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.getByRole('link', { name: made[at] ?? '', exact: true }).click()
    await page.locator('[data-field=image]').getByLabel('Description').focus()
    await page.keyboard.type(`Water, ${way}`)
    if (way === 'left by Back') await page.goBack()
    else await page.keyboard.press('ControlOrMeta+Enter')
    const alts = async () =>
      (await content.call<{ media: { alt: string }[] }>('GET', '/media?limit=200')).media.map(({ alt }) => alt)
    await expect.poll(alts).toContain(`Water, ${way}`)
  })

  it('keep a description that is typed without a connection until there is one, wherever its form has gone', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.getByRole('link', { name: made[0] ?? '', exact: true }).click()
    const description = page.locator('[data-field=image]').getByLabel('Description')
    await description.focus()
    await page.context().setOffline(true)
    await page.keyboard.type('Water, in a tunnel')
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
    await page.goBack()
    await failed
    await page.context().setOffline(false)
    const alts = async () =>
      (await content.call<{ media: { alt: string }[] }>('GET', '/media?limit=200')).media.map(({ alt }) => alt)
    await expect.poll(alts).toContain('Water, in a tunnel')
  })

  it('keep what is typed into a description while an earlier save of it is on its way', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    const link = page.getByRole('link', { name: made[0] ?? '', exact: true })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/media/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    for (const text of ['Water, begun', 'Water, begun and ended']) {
      await link.click()
      await page.locator('[data-field=image]').getByLabel('Description').fill(text)
      await page.goBack()
      await link.waitFor()
    }
    held.resolve()
    const alts = async () =>
      (await content.call<{ media: { alt: string }[] }>('GET', '/media?limit=200')).media.map(({ alt }) => alt)
    await expect.poll(alts).toContain('Water, begun and ended')
  })

  it.each([
    ['is away', undefined, 'cannot be reached'],
    ['is away behind a proxy', 502, 'cannot be reached'],
  ])(
    'keep a description until the server takes it that %s, and not one that was taken back',
    async (way, status, text) => {
      const page = await site.openAs(ada)
      await page.clock.install()
      await page.goto('/admin/portfolio')
      await page.getByRole('link', { name: made[0] ?? '', exact: true }).click()
      const field = page.locator('[data-field=image]')
      const description = field.getByLabel('Description')
      const original = await description.inputValue()
      const sent: string[] = []
      const final = `Water in the end, it ${way}`
      await page.route('**/api/media/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue()
        sent.push(route.request().postDataJSON().alt)
        if (status) await route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        else await route.abort()
      })
      const type = async (text: string) => {
        await description.fill(text)
        await description.blur()
      }
      await type(`Water taken back, it ${way}`)
      await field.getByText(text).waitFor()
      await type(original)
      await eventually(() => field.getByText(text).count(), 0)
      await page.clock.runFor(20_000)

      await type(final)
      await eventually(async () => sent.includes(final), true)
      await page.clock.runFor(20_000)
      expect(sent.slice(sent.indexOf(final)).filter((one) => one !== final)).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      await page.clock.runFor(20_000)
      const alts = async () =>
        (await content.call<{ media: { alt: string }[] }>('GET', '/media?limit=200')).media.map(({ alt }) => alt)
      await expect.poll(alts).toContain(final)
    },
  )

  it('are picked on a phone, and more than fifty are none before anything starts', async () => {
    const before = await titles()
    const page = await site.visitAs(ada, '/admin/portfolio', { width: 360 })
    const picker = page.getByLabel('Add pictures')
    const line = await lineOf(page.context(), 'open')
    const small = await fresh()
    await picker.setInputFiles(Array.from({ length: 51 }, (_, at) => file(`${at}.png`, small)))
    await page.getByText('Choose at most 50 pictures at once; these are 51.').waitFor()
    expect([line.names, await titles()]).toEqual([[], before])
    await picker.setInputFiles([file('IMG_2031.PNG', await fresh())])
    await toast(page, 'Draft added').waitFor()
    await eventually(() => picture('IMG 2031'), 'IMG_2031.PNG')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it('come into their drafts also when these were stored after the uploads and the answer was lost', async () => {
    const before = await titles()
    // All rows at once.
    const page = await site.visitAs(ada, '/admin/portfolio', { height: 3200 })
    await page.getByRole('heading', { name: 'Portfolio' }).waitFor()
    const lookedFor = new Set<string>()
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/media\/awaited-.+\/uses$/.test(pathname)) lookedFor.add(pathname)
    })
    const uploaded = Promise.withResolvers<void>()
    await page.route('**/api/entries/projects/batches', async (route) => {
      await uploaded.promise
      await route.fetch()
      await route.abort()
    })
    await give(page, 'drop', file('lost-1.png', await fresh()), file('lost-2.png', await fresh()))
    await eventually(async () => lookedFor.size, 2)
    uploaded.resolve()
    await page.getByRole('alert').getByText('It is not known whether they were added. Look at the list.').waitFor()
    for (const title of ['Lost 1', 'Lost 2']) await page.getByRole('row').filter({ hasText: title }).waitFor()
    await eventually(() => Promise.all(['Lost 1', 'Lost 2'].map(picture)), ['lost-1.png', 'lost-2.png'])
    expect(await titles()).toEqual([...before, 'Lost 1', 'Lost 2'])
  })
})
