import type { TextMarkup } from '../../src/model/publishing/page.ts'
import { drawText } from '../../src/site/blocks/draw-text.ts'

/** Markup of texts, made when it is asked for: for tests of what it looks like. */
export const drawnAtOnce: TextMarkup = { of: drawText, revision: () => 0 }
