import { type Content, imageIn, type PublishedEntry } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import { cardFolder, cardPath, type ShareCard } from '../../model/publishing/share-card.ts'
import type { Words } from '../../model/words/words.ts'
import { previewOf, type SiteAssets } from '../page/head.ts'
import { hostOf } from '../page/host-of.ts'
import { chosenLinkImage, linkImageOf } from '../page/link-image.ts'
import { firstText } from '../page/pages/first-text.ts'
import { cardImage } from '../sections/portfolio/card-image.ts'
import { categoriesOf } from '../sections/portfolio/filters.ts'
import { cardColours } from './card-colours.ts'
import { drawable, fontsFor } from './card-fonts.ts'
import { type CardContent, cardLayout } from './card-layout.ts'

/** Another one when the same content is drawn differently: then every card gets a new path. */
const design = 2

interface Shown {
  stem: string
  title: string
  text: string
  above: string
  below: readonly (string | number | null | undefined)[]
  seed: string
  image?: PublishedImage | undefined
  fallback: PublishedImage | undefined
}

/** The smallest variant that fills the card's part for images, which is upright. */
const variantOf = (image: PublishedImage) => {
  const ratio = image.height / image.width
  const variants = image.variants.jpeg
  return variants.find(({ width }) => width >= 460 && width * ratio >= 630) ?? variants.at(-1)
}

/** Undefined when there is nothing to compute the path with, or when a title has letters that no font of cards has. */
const createCard = (shown: Shown, { settings }: Content, { digest, publicUrl }: SiteAssets): ShareCard | undefined => {
  const title = drawable(shown.title)
  if (!digest || !title) return undefined
  const variant = shown.image && variantOf(shown.image)
  const below = [hostOf(publicUrl), ...shown.below].filter(Boolean).join(' · ')
  const content: CardContent = {
    title,
    text: drawable(shown.text) ?? '',
    above: drawable(shown.above) ?? '',
    below: drawable(below) ?? hostOf(publicUrl),
    seed: shown.seed,
    focus: variant && shown.image?.focus,
    colours: cardColours(settings),
  }
  const { text, above } = content
  return {
    stem: shown.stem,
    path: cardPath(shown.stem, digest(JSON.stringify([design, content, variant?.url])).slice(0, 16)),
    alt: [shown.title, shown.text].filter(Boolean).join('. '),
    fallback: shown.fallback && previewOf(shown.fallback)?.url,
    // Ellipses are ours.
    draw: () => ({
      node: cardLayout(content),
      fonts: fontsFor([title, text, above, content.below, '…']),
      image: variant?.url,
    }),
  }
}

/** The card of the one page; none when the owner has chosen an image for it. */
export const homeCard = (content: Content, assets: SiteAssets): ShareCard | undefined => {
  const { settings } = content
  if (chosenLinkImage(content)) return undefined
  return createCard(
    {
      stem: `${cardFolder}home`,
      title: settings.name || hostOf(assets.publicUrl),
      text: settings.description || (settings.headlines[0] ?? ''),
      above: settings.role,
      below: [settings.location],
      seed: settings.name,
      fallback: linkImageOf(content),
    },
    content,
    assets,
  )
}

export const projectCard = (
  project: PublishedEntry<'projects'>,
  content: Content,
  words: Words,
  assets: SiteAssets,
): ShareCard | undefined => {
  const [category] = categoriesOf(project, content.settings, words)
  const image = cardImage(project, content.media)
  return createCard(
    {
      stem: `${cardFolder}projects/${project.slug}`,
      title: project.title,
      text: project.summary,
      above: content.settings.name,
      below: [category?.label, project.year],
      seed: project.title,
      // What draws cards reads no SVG from outside.
      image: image?.vector ? undefined : image,
      fallback: imageIn(content.media, project.image) ?? linkImageOf(content),
    },
    content,
    assets,
  )
}

/** The card of a page of its own. */
export const pageCard = (
  page: PublishedEntry<'pages'>,
  content: Content,
  assets: SiteAssets,
): ShareCard | undefined => {
  const { name } = content.settings
  return createCard(
    {
      stem: `${cardFolder}pages/${page.slug}`,
      title: page.title,
      text: firstText(page.blocks),
      above: name,
      below: [],
      seed: name,
      fallback: linkImageOf(content),
    },
    content,
    assets,
  )
}

/** The cards of all pages for this content. */
export function* shareCards(content: Content, words: Words, assets: SiteAssets): Generator<ShareCard> {
  const cards = [
    homeCard(content, assets),
    ...content.projects.map((project) => projectCard(project, content, words, assets)),
    ...content.pages.filter(({ placement }) => placement === 'page').map((page) => pageCard(page, content, assets)),
  ]
  for (const card of cards) if (card) yield card
}
