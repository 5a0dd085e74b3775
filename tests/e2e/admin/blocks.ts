import type { Page } from 'playwright-core'
import { halves } from '../../support/pictures.ts'
import { sampleMp4 } from '../../support/sample-video.ts'
import type { contentOf } from './content.ts'
import { ada, type ownedSite } from './people.ts'

type Content = ReturnType<typeof contentOf>
type Block = { id: string; kind: string } & Record<string, unknown>

let made = 0

/** A draft of a project with these blocks. */
export const projectWith = (content: Content, blocks: readonly object[]) => {
  made += 1
  return content.create('projects', { title: `Case ${made}`, slug: `case-${made}`, blocks }, false)
}

export const storedBlocks = async (content: Content, id: string): Promise<Block[]> =>
  (await content.get('projects', id)).data.blocks as Block[]

/** The form of a project, with its editor. */
export const editorOf = async (site: ReturnType<typeof ownedSite>, id: string, visit = {}): Promise<Page> => {
  const page = await site.visitAs(ada, `/admin/portfolio/edit/${id}`, { width: 1100, ...visit })
  await page.locator('.blocks').waitFor()
  return page
}

/** One block by its position, as a screen reader names it. */
export const blockAt = (page: Page, at: number) => page.getByRole('group', { name: new RegExp(`^Block ${at} of `) })

export const kindsShown = (page: Page): Promise<string[]> => page.locator('.block-label').allTextContents()

/** Files and text as they come from the clipboard or are dropped on an element. */
export const give = async (
  page: Page,
  selector: string,
  how: 'paste' | 'drop',
  { files: given = [], text = '', html = '' }: { files?: readonly string[]; text?: string; html?: string },
): Promise<void> => {
  const files = await Promise.all(
    given.map(async (name, n) => {
      const image = halves(60 + 2 * n, 40, '#c04020', '#2040c0').png()
      const isVideo = name.endsWith('.mp4')
      const buffer = isVideo ? sampleMp4(name) : await image.toBuffer()
      return [name, buffer.toString('base64'), isVideo ? 'video/mp4' : 'image/png'] as const
    }),
  )
  const target = page.locator(selector).first()
  await target.evaluate(
    (element, [kind, all, plain, rich]) => {
      const data = new DataTransfer()
      for (const [name, base64, type] of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }))
      if (plain !== '') data.setData('text/plain', plain)
      if (rich !== '') data.setData('text/html', rich)
      if (kind === 'paste' && element instanceof HTMLTextAreaElement && element !== document.activeElement) {
        element.focus()
        element.setSelectionRange(element.value.length, element.value.length)
      }
      const options = { bubbles: true, cancelable: true }
      const taken = !element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
      // What nobody takes is typed, as by the browser.
      if (!taken && element instanceof HTMLTextAreaElement) {
        element.focus()
        document.execCommand('insertText', false, plain)
      }
    },
    [how, files, text, html] as const,
  )
}
