import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'

/** The image that the owner chose for link previews. They show no SVG. */
export const chosenLinkImage = ({ settings, media }: Content): PublishedImage | undefined => {
  const chosen = imageIn(media, settings.linkImage)
  return chosen?.vector ? undefined : chosen
}

/** The image of link previews without a card. They are wide: the first large image of the portfolio does better there than an upright portrait. */
export const linkImageOf = (content: Content): PublishedImage | undefined => {
  const { projects, about, media } = content
  const shown = projects.find(({ size }) => size === 'large') ?? projects[0]
  return chosenLinkImage(content) ?? imageIn(media, shown?.image ?? about[0]?.image ?? null)
}
