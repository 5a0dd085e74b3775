import type { Content } from '../../model/content/published-content.ts'
import type { Draft, FieldLocation, FromPreview, PreviewView, ToPreview } from '../../model/preview/preview.ts'
import { createDrawing } from './drawing.ts'
import { createPreviewCatalogues } from './preview-catalogues.ts'
import { createScrollToField } from './scroll-to-field.ts'
import { stayHere } from './stay-here.ts'
import { withDraft } from './with-draft.ts'
import '../styles/site.css'
import '../styles/blocks.css'
import '../styles/preview.css'

const post = (message: FromPreview) => parent.postMessage(message, location.origin)

/**
 * The page with the draft, rendered by the code of the real page. The form that embeds it sends all data: its
 * Content-Security-Policy allows no connection.
 */
const listen = () => {
  const drawing = createDrawing()
  const scrollToField = createScrollToField()
  let content: Content | undefined
  let draft: Draft | undefined
  let view: PreviewView = { page: 'home', scheme: null }
  let selected: FieldLocation | null = null
  let reported: boolean | undefined

  const draw = () => {
    if (!content || !draft) return
    try {
      const shown = withDraft(content, draft)
      const catalogue = catalogueFor(shown.settings.language)
      if (!catalogue) return
      const touched = drawing.draw(shown, catalogue, draft, view)
      const isShown = scrollToField.follow(draft, selected, touched)
      if (isShown !== reported) post({ kind: 'drawn', shown: isShown })
      reported = isShown
    } catch {
      // The next keystroke may repair it.
      reported = undefined
      post({ kind: 'failed' })
    }
  }

  // After the messages that are here already, and before the next frame.
  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      draw()
    })
  }

  const catalogueFor = createPreviewCatalogues(soon)

  addEventListener('message', ({ source, origin, data }: MessageEvent<ToPreview>) => {
    if (source !== parent || origin !== location.origin) return
    if (data.kind === 'content') content = data.content
    else if (data.kind === 'draft') {
      draft = data.draft
      drawing.know(data.images, data.videos)
    } else if (data.kind === 'view') view = data.view
    else if (data.kind === 'select') selected = data.selected
    soon()
  })
  addEventListener('resize', soon)
  stayHere({
    picked: (picked) => post({ kind: 'picked', selected: picked }),
    left: () => post({ kind: 'left' }),
  })
  post({ kind: 'ready' })
}

if (parent !== window) listen()
