import { type Cv, cvOf, variantPath } from '../../model/cv/cv.ts'
import {
  type CvDocument,
  type CvItem,
  type CvLine,
  type CvPart,
  type CvWords,
  cvDocument,
} from '../../model/cv/cv-document.ts'
import type { CvVariantData } from '../../model/cv/variant.ts'
import { ofXml } from '../../model/escape-html.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { CvDesign, CvPaper } from '../../model/settings/cv-fields.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { tonesOf } from '../../model/themes/tones.ts'
import { siteWords } from '../publishing/content.ts'

/** Colour of titles, on white: the accent of the page. */
const accentOf = ({ settings }: Content, theme: Theme | undefined): string =>
  theme ? tonesOf(theme.palettes, { accent: settings.accent, paper: 'white' }).light.accent : '#000000'

/** The display face of a theme: the addresses of its files, one for each range of characters, and its weight. */
interface CvDisplay {
  urls: string[]
  weight: number
}

/** The CV has the face of the plain theme itself. */
const ownDisplay = 'Bricolage'

const displayOf = ({ tokens, faces }: Theme): CvDisplay | undefined => {
  const [family] = tokens.font.display.$value
  const weight = tokens.weight.display.$value
  const best = new Map<string | undefined, { url: string; off: number }>()
  for (const [, body = ''] of faces.matchAll(/@font-face\{([^{}]*)\}/g)) {
    const rule = new Map(body.split(';').map((one) => one.split(/:(.*)/s, 2) as [string, string]))
    const [, url] = /^url\("(\/assets\/[^"]+)"\) format\("woff2"\)$/.exec(rule.get('src') ?? '') ?? []
    const isOther = rule.get('font-family')?.replaceAll('"', '') !== family || rule.get('font-style') === 'italic'
    if (url === undefined || isOther) continue
    const [from = 400, to = from] = (rule.get('font-weight') ?? '400').split(' ').map(Number)
    const off = Math.max(from - weight, weight - to, 0)
    const range = rule.get('unicode-range')
    if (off < (best.get(range)?.off ?? Number.POSITIVE_INFINITY)) best.set(range, { url, off })
  }
  const urls = [...best.values()].map(({ url }) => url)
  return family === ownDisplay || urls.length === 0 ? undefined : { urls, weight }
}

/** Look of the forms that have a layout. */
export interface CvLayout {
  design: CvDesign
  /** `#rrggbb`. */
  accent: string
  paper: CvPaper
  onePage: boolean
  /** Of the theme, for the name and the titles of the design that has a display face; undefined for the CV's own. */
  display?: CvDisplay | undefined
  /** The portrait's JPEG in Media, and the shape of its image; undefined without one. */
  portrait: { url: string; width: number; height: number } | undefined
}

/** All that the forms of one CV are made of. */
export interface CvSource {
  /** Equal for an equal CV. */
  key: string
  cv: Cv
  words: CvWords
  document: CvDocument
  layout: CvLayout
  /** The whole address of its JSON; empty for one that does not say where it stands. */
  canonical: string
}

/** A portrait of at most 3 cm needs no more than this many px. */
const portraitWidth = 480

const portraitOf = ({ person: { portrait } }: Cv): CvLayout['portrait'] => {
  const jpegs = portrait?.variants.jpeg ?? []
  const jpeg = jpegs.find(({ width }) => width >= portraitWidth) ?? jpegs.at(-1)
  return portrait && jpeg && { url: jpeg.url, width: portrait.width, height: portrait.height }
}

/** DOCX is XML, and so are the facts within a PDF. */
const inXml = (document: CvDocument): CvDocument =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => (typeof value === 'string' ? ofXml(value) : value))

const sourceOf = (
  content: Content,
  cv: Cv,
  { cvPortrait, ...settings }: { design: CvDesign; paper: CvPaper; onePage: boolean; cvPortrait: boolean },
  canonical: string,
  themes: readonly Theme[],
): CvSource => {
  const words = siteWords(content)
  const theme = themeFor(content, themes)
  const accent = accentOf(content, theme)
  const display = theme && settings.design === 'plain' ? displayOf(theme) : undefined
  const layout = { ...settings, accent, display, portrait: cvPortrait ? portraitOf(cv) : undefined }
  return {
    key: JSON.stringify([cv, layout, canonical]),
    ...{ cv, words, layout, canonical },
    document: inXml(cvDocument(cv, words)),
  }
}

/** The CV of this content; undefined while the owner wants none made. */
export const cvSource = (content: Content, publicUrl: string, themes: readonly Theme[] = []): CvSource | undefined => {
  const { cvFiles, cvDesign, cvPaper, cvPortrait, cvOnePage } = content.settings
  if (!cvFiles) return undefined
  const layout = { design: cvDesign, paper: cvPaper, onePage: cvOnePage, cvPortrait }
  return sourceOf(content, cvOf(content, publicUrl), layout, `${publicUrl}/cv.json`, themes)
}

/** A variant of the CV of this content. Only one that is public and says whose it is says where it stands. */
export const variantSource = (
  content: Content,
  publicUrl: string,
  variant: CvVariantData,
  themes: readonly Theme[] = [],
): CvSource => {
  const { cvDesign, cvPaper, cvPortrait, cvOnePage } = content.settings
  const { name, access, anonymous } = variant
  const layout = {
    design: variant.design ?? cvDesign,
    paper: variant.paper ?? cvPaper,
    onePage: variant.onePage ?? cvOnePage,
    cvPortrait: variant.portrait ?? cvPortrait,
  }
  const canonical = access === 'public' && !anonymous ? `${publicUrl}${variantPath(name, 'json')}` : ''
  return sourceOf(content, cvOf(content, publicUrl, variant), layout, canonical, themes)
}

const bullet = '•'

const joined = (line: CvLine) => line.map(({ text }) => text).join(' · ')

const lines = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n')

const itemText = ({ title, dates, location, place, text, tags, points }: CvItem) =>
  lines([
    ...[title.text, dates, location, ...place.map(joined), ...text, tags],
    ...points.map((point) => `${bullet} ${point}`),
  ])

const partText = ({ title, items, line }: CvPart) => [title, ...(line === '' ? [] : [line]), ...items.map(itemText)]

/** The CV as plain text: a line for each line of the other forms, in the same order. */
export const cvText = ({ name, role, contact, summary, parts }: CvDocument): string =>
  `${[lines([name, role, ...contact.map(({ text }) => text)]), ...summary, ...parts.flatMap(partText)]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
