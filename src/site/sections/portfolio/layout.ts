import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { Figure } from '../../blocks/figures.tsx'
import { cardImage } from './card-image.ts'

/** How a list of projects looks: tiles cut to sizes, rows of whole images, or an index of words. */
export type Layout = 'tiles' | 'rows' | 'index'

/** The owner's choice. Without one, an index where fewer than half of the projects have an image, else tiles. */
export const layoutOf = ({ projects, settings, media }: Content): Layout => {
  const { portfolioLayout = 'auto' } = settings
  if (portfolioLayout !== 'auto') return portfolioLayout
  const withImage = projects.filter((project) => cardImage(project, media)).length
  return withImage * 2 < projects.length ? 'index' : 'tiles'
}

/** The first number of a case study. */
export const firstFigure = ({ blocks }: Pick<PublishedEntry<'projects'>, 'blocks'>): Figure | undefined =>
  blocks
    .flatMap((block) => (block.kind === 'figures' ? block.items : []))
    .find(({ label, value }) => label !== '' && value !== '')

/** The first sentence of a summary; all of it in the preview of a browser that cannot tell sentences. */
export const firstSentence = (summary: string, language: string): string => {
  if (!('Segmenter' in Intl)) return summary
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(summary)
  return first?.segment.trim() ?? ''
}
