import { blanksIn } from '../blocks/blanks.ts'
import { type CollectionName, collectionNames, findCollection } from '../content/collections.ts'
import { mediaLeaves } from '../content/media-leaves.ts'
import { periodProblem } from '../content/period.ts'
import type { Fields } from '../fields/fields.ts'
import { fieldAt, type Leaf, leavesOf } from '../fields/leaves-of.ts'
import type { MailState } from '../inbox/delivery.ts'
import type { PublishedImage } from '../media/published-image.ts'
import { outlines } from '../pages/outlines.ts'
import type { ShareCard } from '../publishing/page.ts'
import { entryPath, slugPath } from '../publishing/page-paths.ts'
import { type Content, imageIn, videoIn } from '../publishing/published-content.ts'
import { isImmediate, settingFields } from '../settings/settings.ts'
import type { Remnant } from '../setup/setup-state.ts'
import type { Tones } from '../themes/tones.ts'
import { lowContrasts } from './contrast.ts'
import { type PageFacts, shownWidth } from './page-facts.ts'
import { type ReadinessFinding, type ReadinessRule, readinessRules } from './readiness.ts'

/** Everything that the check looks at: what visitors see, and what the owner set up. */
export interface ReadySite {
  content: Content
  /** Every page of the site. */
  pages: readonly PageFacts[]
  publicUrl: string
  /** Paths of this site to which the pages link and where something is. */
  served: ReadonlySet<string>
  /** Links to other sites that led nowhere, with what happened. */
  deadLinks: ReadonlyMap<string, string>
  cards: readonly Pick<ShareCard, 'stem' | 'cuts'>[]
  mail: Pick<MailState, 'transport' | 'missing'>
  remnants: readonly Remnant[]
  tones: Record<'light' | 'dark', Tones> | undefined
  /** This year. */
  year: number
}

/** A finding, and the value that it is about: another value is another finding. */
export type Found = Omit<ReadinessFinding, 'id'> & { subject: string }
type Seen = Omit<Found, 'rule' | 'severity'>
type Where = Omit<Seen, 'message' | 'subject'>
type Data = Readonly<Record<string, unknown>>

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text)

const titleOf = (name: string, data: Data): string => {
  const definition = findCollection(name)
  return definition ? `${definition.label.one}: ${cut(String(data[definition.preview.title] || '…'))}` : name
}

/** A published value, and where it is edited. */
interface Held extends Leaf {
  where: Where
  data: Data
  /** Path of the page of its entry; `/` for what has none. */
  page: string
}

const whereOf = (name: string, data: Data, path: string): Where => {
  const { field, index } = fieldAt(path)
  const label = (settingFields as Fields)[field]?.label ?? field
  return {
    title: name === 'settings' ? `Settings: ${label}` : titleOf(name, data),
    collection: name,
    entry: name === 'settings' ? null : String(data.id),
    field,
    ...(index === undefined || Number.isNaN(index) ? {} : { index }),
  }
}

const heldIn = (name: string, fields: Fields, data: Data): Held[] => {
  const page = data.placement === 'section' ? '/' : (entryPath(name, data) ?? '/')
  return leavesOf(fields, data).map((leaf) => ({ ...leaf, data, page, where: whereOf(name, data, leaf.path) }))
}

const entriesOf = (content: Content): [CollectionName, Data][] =>
  collectionNames.flatMap((name) =>
    (content[name] as unknown as Data[]).map((data): [CollectionName, Data] => [name, data]),
  )

const heldOf = new WeakMap<Content, Held[]>()

/** Every published value, gathered once for all rules. */
const allHeld = (content: Content): Held[] => {
  const known = heldOf.get(content)
  if (known) return known
  const settings = heldIn('settings', settingFields as Fields, content.settings as unknown as Data)
  const held = [
    ...settings.filter(({ path }) => !isImmediate(fieldAt(path).field)),
    ...entriesOf(content).flatMap(([name, data]) => heldIn(name, findCollection(name)?.fields ?? {}, data)),
  ]
  heldOf.set(content, held)
  return held
}

const setting = (field: keyof typeof settingFields): Where => whereOf('settings', {}, field)

// Placeholders ------------------------------------------------------------------------------------------------------------------------

const isReserved = (host: string): boolean =>
  /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$|^(?:www\.)?your-?(?:domain|site|website)\./i.test(
    host,
  )

/** Texts that stand for a text. Words that are someone's real title, such as “Test” or “Todo”, are none. */
const placeholders: readonly RegExp[] = [
  /\blorem ipsum\b|\bdolor sit amet\b/i,
  /^(?:TODO|TBD|TBA|FIXME|[xX]{3,}|asdf|qwerty|Untitled|Placeholder)$/,
  /(?:^|[\s([])(?:TODO|FIXME|TBD)(?::|\])/,
  /\[(?:your|insert|add|enter)\b[^[\]]{0,60}\](?!\()/i,
  /\b(?:your|insert|sample|placeholder|dummy) text(?: goes)? here\b|\byour (?:name|job title|company) here\b/i,
  /\bMax Mustermann\b|\bErika Mustermann\b|\bMusterstra(?:ß|ss)e\b/i,
]

const hostOfValue = ({ field, value }: Held): string => {
  if (typeof value !== 'string') return ''
  if (field.kind === 'email') return value.split('@')[1] ?? ''
  return field.kind === 'url' ? (URL.parse(value)?.hostname ?? '') : ''
}

// A line of a list is an item that is a text.
const textKinds = new Set(['text', 'textarea', 'markdown', 'list', 'items'])

const placeholderIn = (held: Held): string | undefined => {
  const { field, value } = held
  if (isReserved(hostOfValue(held))) return `“${cut(String(value))}” leads to an address that nobody can have.`
  if (!textKinds.has(field.kind)) return undefined
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text !== 'string') continue
    const [found] = placeholders.flatMap((pattern) => pattern.exec(text.trim())?.[0]?.trim() ?? [])
    if (found) return `“${cut(found)}” stands for a text that is missing.`
    const [blank] = field.kind === 'markdown' ? blanksIn([{ id: 'a', kind: 'text', markdown: text }]) : []
    if (blank) return `“[[${cut(blank)}]]” is to be filled in.`
  }
  return undefined
}

const isPlainChoice = (field: string): boolean =>
  !['text', 'textarea', 'markdown', 'items', 'url'].includes((settingFields as Fields)[field]?.kind ?? '')

/** What is left of the samples on the page: one finding for each entry, and for each setting. */
const remnantsOf = ({ content, remnants }: ReadySite): Seen[] => {
  const all = entriesOf(content)
  const isSample = new Set(remnants.flatMap(({ entry, field }) => (field === null && entry ? [entry] : [])))
  const namedBySamples = new Set(
    all.flatMap(([name, data]) =>
      isSample.has(String(data.id))
        ? mediaLeaves(findCollection(name)?.fields ?? {}, data).map(({ value }) => value)
        : [],
    ),
  )
  return [...Map.groupBy(remnants, ({ collection, entry, field }) => `${collection}/${entry ?? field}`)].flatMap(
    ([subject, [first, ...more]]): Seen[] => {
      if (!first) return []
      const { collection, entry, field, title } = first
      if (collection === 'settings')
        // The look of the page is nobody's text.
        return field === null || isImmediate(field) || isPlainChoice(field)
          ? []
          : [
              {
                ...setting(field as keyof typeof settingFields),
                message: 'It is the sample’s. Write your own.',
                subject,
              },
            ]
      if (collection === 'media') {
        const shown = namedBySamples.has(entry) ? undefined : allHeld(content).find(({ value }) => value === entry)
        return shown ? [{ ...shown.where, message: `The image “${cut(title)}” is the sample’s.`, subject }] : []
      }
      const [, data] = all.find(([name, one]) => name === collection && one.id === entry) ?? []
      if (!data) return []
      const labels = [first, ...more].flatMap((one) => findCollection(collection)?.fields[one.field ?? '']?.label ?? [])
      const message =
        field === null ? 'It is the sample’s. Replace or delete it.' : `Still the sample’s: ${labels.join(', ')}.`
      return [{ ...whereOf(collection, data, field ?? ''), field, message, subject: `${subject} ${labels.join()}` }]
    },
  )
}

const placeholder = (site: ReadySite): Seen[] => {
  const left = remnantsOf(site)
  const known = new Set(left.map(({ entry, field }) => entry ?? field))
  const typed = allHeld(site.content).flatMap((held): Seen[] => {
    const message = known.has(held.where.entry ?? held.where.field) ? undefined : placeholderIn(held)
    return message ? [{ ...held.where, message, subject: JSON.stringify(held.value) }] : []
  })
  return [...left, ...typed]
}

// Links -------------------------------------------------------------------------------------------------------------------------------

/** The place on this site to which a link of one of its pages leads; undefined for a link to elsewhere. */
export const localTarget = (href: string, from: string, publicUrl: string) => {
  const base = new URL(publicUrl)
  const url = URL.parse(href, new URL(from, base))
  if (!url || url.origin !== base.origin) return undefined
  const path = url.pathname.length > 1 && url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  try {
    return { path: path + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }
  } catch {
    return { path: path + url.search, anchor: url.hash.slice(1) }
  }
}

/** Links of the pages, each once; those to a part of their own page are left out. */
const distinctLinks = (pages: readonly PageFacts[]): string[] => [
  ...new Set(pages.flatMap(({ links }) => links.filter((href) => !href.startsWith('#')))),
]

/** Links of the pages to other sites. */
export const externalLinks = (pages: readonly PageFacts[], publicUrl: string): string[] =>
  distinctLinks(pages).filter((href) => /^https?:/i.test(href) && localTarget(href, '/', publicUrl) === undefined)

/** Paths of this site to which its pages link. */
export const localPaths = (pages: readonly PageFacts[], publicUrl: string): Set<string> =>
  new Set([
    ...pages.map(({ path }) => path),
    ...distinctLinks(pages).flatMap((href) => localTarget(href, '/', publicUrl)?.path ?? []),
  ])

const names = (held: Held, href: string): boolean => {
  if (typeof held.value !== 'string') return false
  if (held.field.kind === 'url') return held.value === href
  if (held.field.kind !== 'markdown') return false
  const written = URL.canParse(href, 'http://site.invalid')
    ? decodeURI(href.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    : href
  return held.value.includes(href) || held.value.includes(written)
}

const link = ({ content, pages, publicUrl, served, deadLinks }: ReadySite): Seen[] => {
  const linked = allHeld(content).filter(({ field: { kind } }) => kind === 'url' || kind === 'markdown')
  const idsAt = new Map(pages.map(({ path, ids }) => [path, ids]))
  const problemOf = (href: string, from: string): string | undefined => {
    const target = localTarget(href, from, publicUrl)
    if (!target) return deadLinks.has(href) ? `${cut(href)}: ${deadLinks.get(href)}` : undefined
    if (!served.has(target.path)) return `There is nothing at ${cut(href)}.`
    return idsAt.get(target.path)?.has(target.anchor) === false
      ? `${cut(href)} leads to the page, and not to a part of it: there is no “#${cut(target.anchor)}”.`
      : undefined
  }
  const known = new Map<string, Seen>()
  const seen = new Set<string>()
  for (const { path, links } of pages)
    for (const href of links) {
      // Every page has the same links in its frame. What has no page before it leads somewhere else from each.
      if (seen.has(href)) continue
      if (!href.startsWith('#')) seen.add(href)
      const message = problemOf(href, path)
      if (message === undefined) continue
      // What no field names is the product's own.
      for (const { where } of linked.filter((held) => names(held, href)))
        known.set(JSON.stringify([where, href]), { ...where, message, subject: href })
    }
  return [...known.values()]
}

// Dates -------------------------------------------------------------------------------------------------------------------------------

const yearsIn = (text: unknown): number[] => (String(text).match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number)

const dates = ({ content, year }: ReadySite): Seen[] => {
  const found: Seen[] = []
  const note = (name: string, data: Data, field: string, message: string, ...values: unknown[]) =>
    found.push({ ...whereOf(name, data, field), message, subject: JSON.stringify(values) })
  for (const [name, data] of entriesOf(content)) {
    const definition = findCollection(name)
    const wrong = definition?.period && periodProblem(definition.period, definition.fields, data)
    if (wrong && definition?.period)
      note(name, data, wrong.field, wrong.message, ...Object.values(definition.period).map((field) => data[field]))
  }
  for (const data of [...content.certificates, ...content.projects])
    if (data.year !== null && data.year > year) {
      const name = 'issuer' in data ? 'certificates' : 'projects'
      note(name, data, 'year', `${data.year} has not come yet.`, data.year)
    }
  for (const data of content.projects) {
    const [first] = yearsIn(data.period)
    if (data.year !== null && data.year > 0 && first !== undefined && data.year < first)
      note('projects', data, 'period', `It began in ${first}, and was done in ${data.year}.`, data.period, data.year)
  }
  for (const data of content.lists.filter(({ kind }) => ['press', 'clients', 'publications'].includes(kind)))
    for (const [index, item] of data.items.entries())
      if (item.year !== null && item.year > year)
        note(
          'lists',
          data,
          `items.${index}.year`,
          `“${cut(item.title)}”: ${item.year} has not come yet.`,
          item.title,
          item.year,
        )
  for (const data of content.about) {
    const started = content.educations.map(({ start_year }) => start_year ?? year)
    const first = Math.min(...started)
    if (data.show_age && data.age !== null && first < year - data.age - 1)
      note('about', data, 'age', `An education began in ${first}, before you were born.`, data.age, first)
  }
  const since = content.settings.copyrightSince
  if (since > year) note('settings', {}, 'copyrightSince', `${since} has not come yet.`, since)
  return found
}

// Imprint -----------------------------------------------------------------------------------------------------------------------------

/** Languages of states that have transposed article 5 of Directive 2000/31/EC, or a law like it. */
const dutyLanguages = new Set(['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'nb', 'nn', 'no', 'da', 'cs'])
const dutyRegions = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

const hasDuty = (language: string): boolean => {
  const [code = '', ...parts] = language.split('-')
  const region = parts.find((part) => /^[A-Z]{2}$/i.test(part))?.toUpperCase()
  return dutyLanguages.has(code) && (region === undefined || dutyRegions.has(region))
}

const imprintWords = [
  ...[
    'impressum',
    'imprint',
    'anbieterkennzeichnung',
    'offenlegung',
    'legal notice',
    'legal-notice',
    'mentions-legales',
    'aviso-legal',
  ],
  ...Object.values(outlines).map(({ imprint: [title] }) => title.toLowerCase()),
]
const isImprint = (text: unknown): boolean => {
  const plain = String(text).toLowerCase()
  return imprintWords.some((word) => plain.includes(word))
}

const imprint = ({ content, pages }: ReadySite): Seen[] => {
  const { language } = content.settings
  if (!hasDuty(language)) return []
  const elsewhere = content.settings.socials.some(({ label, url }) => isImprint(label) || isImprint(url))
  const own = content.pages.filter(({ title, slug }) => isImprint(title) || isImprint(slug))
  const [first] = own
  const links = new Set(pages.find(({ path }) => path === '/')?.links)
  const isLinked = own.some((page) =>
    [entryPath('pages', page), `/${page.slug}`].some((path) => path && links.has(path)),
  )
  if (elsewhere || isLinked) return []
  return first
    ? [
        {
          ...whereOf('pages', first, 'link'),
          message: 'No page links to the imprint. It has to be found from everywhere.',
          subject: first.slug,
        },
      ]
    : [
        {
          ...{ title: 'Pages', collection: 'pages', entry: null, field: null, subject: language },
          message:
            'A site in this language mostly needs an imprint, and there is none. Pages, New page from…, begins one.',
        },
      ]
}

// What is seen ------------------------------------------------------------------------------------------------------------------------

const contrast = ({ content, tones }: ReadySite): Seen[] => {
  const { appearance, customCss, customCssOn } = content.settings
  const modes = appearance === 'auto' ? (['light', 'dark'] as const) : [appearance]
  const sheets = [
    ['customCss', 'Own CSS', customCssOn ? customCss : ''],
    ['theme', 'The theme', content.theme?.css ?? ''],
  ] as const
  return sheets.flatMap(([field, whose, css]) =>
    tones === undefined || css === ''
      ? []
      : lowContrasts(css, tones, modes).map(
          ({ what, mode, ratio, least }): Seen => ({
            ...setting(field),
            message: `${whose}: ${what} has a contrast of ${ratio}:1 in ${mode} mode, and ${least}:1 is needed to read it.`,
            subject: `${what} ${mode} ${ratio}`,
          }),
        ),
  )
}

/** The entry whose page this is, or the settings for the one page; undefined for lists and forms. */
const ownerOf = (
  { content }: ReadySite,
  path: string,
): [name: 'projects' | 'pages' | 'settings', data: Data] | undefined => {
  if (path === '/') return ['settings', {}]
  const project = content.projects.find(({ slug }) => slugPath('projects', slug) === path)
  if (project) return ['projects', project]
  const page = content.pages.find(({ slug, placement }) => placement === 'page' && slugPath('pages', slug) === path)
  return page && ['pages', page]
}

const headingProblems = (headings: PageFacts['headings']): string[] => {
  const [first] = headings.filter(({ level }) => level === 1)
  const skipped = headings.find(({ level }, at) => at > 0 && level > (headings[at - 1]?.level ?? 6) + 1)
  return [
    ...(first ? [] : ['The page has no first heading.']),
    ...(headings.filter(({ level }) => level === 1).length > 1 ? ['The page has several first headings.'] : []),
    ...(skipped ? [`The heading “${cut(skipped.text)}” skips a level.`] : []),
    ...(headings.some(({ text }) => text === '')
      ? ['A heading is empty: screen readers announce it, and say nothing.']
      : []),
  ]
}

/** A line of Markdown that makes a heading of nothing. */
const emptyHeading = /^ {0,3}#{1,6}[ \t]*$/m

const heading = (site: ReadySite): Seen[] => {
  const texts = allHeld(site.content).filter(
    ({ field, value }) => field.kind === 'markdown' && emptyHeading.test(String(value)),
  )
  return site.pages.flatMap(({ path, headings }) => {
    const owner = ownerOf(site, path)
    if (!owner) return []
    const [name, data] = owner
    return headingProblems(headings).flatMap((message): Seen[] => {
      const inText = message.startsWith('A heading is empty') ? texts.filter(({ page }) => page === path) : []
      const whole = whereOf(name, data, name === 'settings' ? 'name' : 'blocks')
      const places = inText.length > 0 ? inText.map(({ where }) => where) : [whole]
      return places.map((where) => ({
        ...where,
        message,
        subject: headings.map(({ level, text }) => level + text).join('\n'),
      }))
    })
  })
}

/** Fields whose image the page describes by itself, or shows beside its words. */
const describedElsewhere = /^(?:icon|cover|.*\.poster)$/

const alt = ({ content: { media, videos }, content }: ReadySite): Seen[] =>
  allHeld(content).flatMap(({ path, field, value, where, data }): Seen[] => {
    const isBeside = ['about', 'testimonials'].includes(where.collection) || describedElsewhere.test(path)
    if (typeof value !== 'string' || isBeside) return []
    const item =
      field.kind === 'image' ? imageIn(media, value) : field.kind === 'video' ? videoIn(videos, value) : undefined
    const block = where.index === undefined ? undefined : (data.blocks as Data[] | undefined)?.[where.index]
    if (item?.alt !== '' || (field.kind === 'video' && block?.caption)) return []
    const what = field.kind === 'image' ? 'An image' : 'A video'
    return [{ ...where, message: `${what} has no description for people who cannot see it.`, subject: value }]
  })

/** Windows of a laptop and of a desktop, with screens of one pixel a px: what is too small there is blurred or lost everywhere. */
const windows = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]
/** As much as the style of a whole image leaves it of a window's height. */
const wholeShare = 0.85
const smallestIcon = 180
const linkImageWidth = 1200

const widestIn = ({ sizes, whole }: PageFacts['images'][number], { width, height }: PublishedImage): number =>
  Math.max(
    ...windows.map((window) => {
      const shown = shownWidth(sizes, window)
      return whole && height > 0 ? Math.min(shown, (wholeShare * window.height * width) / height) : shown
    }),
  )

const small = ({ content, pages }: ReadySite): Seen[] => {
  const byUrl = new Map(
    Object.values(content.media).flatMap((image) =>
      image.variants.jpeg.map(({ url }): [string, PublishedImage] => [url, image]),
    ),
  )
  const tooSmall = new Map<string, { image: PublishedImage; needed: number; path: string }>()
  for (const { path, images } of pages)
    for (const shown of images) {
      const image = byUrl.get(shown.src)
      const needed = image ? Math.round(widestIn(shown, image)) : 0
      if (!image || image.width >= needed * 0.98 || (tooSmall.get(image.id)?.needed ?? 0) >= needed) continue
      tooSmall.set(image.id, { image, needed, path })
    }
  const named = allHeld(content).filter(({ field, value }) => field.kind === 'image' && typeof value === 'string')
  const shown = [...tooSmall.values()].flatMap(({ image, needed, path }): Seen[] => {
    const places = named.filter(({ value }) => value === image.id)
    const place = places.find(({ page }) => page === path) ?? places[0]
    if (!place) return []
    const message = `The image is ${image.width} px wide, and its place up to ${needed} px. One of ${needed * 2} px is sharp on every screen.`
    return [{ ...place.where, message, subject: `${image.id} ${image.width} ${needed}` }]
  })
  const { icon, linkImage } = content.settings
  const chosen = [
    ['icon', imageIn(content.media, icon), smallestIcon],
    ['linkImage', imageIn(content.media, linkImage), linkImageWidth],
  ] as const
  return [
    ...shown,
    ...chosen.flatMap(([field, image, least]): Seen[] =>
      image && !image.vector && image.width < least
        ? [
            {
              ...setting(field),
              message: `The image is ${image.width} px wide; at least ${least} px are needed.`,
              subject: `${image.id} ${image.width}`,
            },
          ]
        : [],
    ),
  ]
}

const shortest = 50
const longest = 160

const length = (site: ReadySite): Seen[] =>
  site.pages.flatMap(({ path, title, description }) => {
    const owner = ownerOf(site, path)
    if (!owner) return []
    const [name, data] = owner
    const own = name === 'settings'
    const summary = whereOf(name, data, own ? 'description' : name === 'projects' ? 'summary' : 'blocks')
    const count = [...description].length
    // The description of a page is its first paragraph, which may be a line.
    const isOff = count > longest || (count < shortest && name !== 'pages')
    const found: Seen[] = []
    if (title.endsWith('…'))
      found.push({
        ...whereOf(name, data, own ? 'name' : 'title'),
        message: `The title is too long for tabs and search results, which show “${title}”.`,
        subject: title,
      })
    if (count === 0)
      found.push({ ...summary, message: 'There is no text for search results and link previews.', subject: '' })
    else if (isOff)
      found.push({
        ...summary,
        message: `The text for search results has ${count} characters; ${shortest} to ${longest} are shown whole and say enough.`,
        subject: description,
      })
    return found
  })

const card = (site: ReadySite): Seen[] =>
  site.cards.flatMap(({ stem, cuts }): Seen[] => {
    const [, collection, slug] = /\/(projects|pages)\/([^/]+)$/.exec(stem) ?? []
    const entry = (site.content[(collection ?? 'pages') as 'pages'] as unknown as Data[]).find(
      (one) => one.slug === slug,
    )
    return cuts.flatMap((text): Seen[] => {
      const message = `The picture for shared links shows “${cut(text)}” cut off. Make it shorter.`
      if (text === site.content.settings.name) return collection ? [] : [{ ...setting('name'), message, subject: text }]
      if (!collection) return [{ ...setting('role'), message, subject: text }]
      return entry ? [{ ...whereOf(collection, entry, 'title'), message, subject: text }] : []
    })
  })

const mail = ({ mail: { transport, missing } }: ReadySite): Seen[] => {
  const where = { ...setting('notices'), title: 'Settings: Mail' }
  if (missing.length > 0) return missing.map((message) => ({ ...where, message, subject: message }))
  return transport === null
    ? [
        {
          ...where,
          message: 'Email is not set up: messages wait in Contact, and nobody tells you of them.',
          subject: '',
        },
      ]
    : []
}

const rules: Readonly<Record<ReadinessRule, (site: ReadySite) => Seen[]>> = {
  ...{ placeholder, link, dates, imprint, contrast, heading, alt, small, length, card, mail },
}

/** What keeps the site from being shown, worst first. Takes milliseconds: the pages have been read. */
export const readinessOf = (site: ReadySite): Found[] =>
  Object.entries(readinessRules).flatMap(([rule, { severity }]) =>
    rules[rule as ReadinessRule](site).map((seen) => ({ ...seen, rule: rule as ReadinessRule, severity })),
  )
