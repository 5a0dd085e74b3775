import { blanksIn } from '../blocks/blocks-field.ts'
import { type CollectionName, collectionNames, findCollection } from '../content/collections.ts'
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
import { decodedUrl } from '../text-rules.ts'
import type { Tones } from '../themes/tones.ts'
import { leastContrast, lowContrasts } from './contrast.ts'
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
type Where = Omit<Found, 'rule' | 'severity' | 'message' | 'subject'>
/** Finding of one rule. */
type Seen = readonly [where: Where, message: string, subject: unknown]
type Data = Readonly<Record<string, unknown>>

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text)

/** A published value, and where it is edited. */
interface Held extends Leaf {
  where: Where
  data: Data
  /** Path of the page of its entry; `/` for what has none. */
  page: string
}

/** The field of an entry or, as one of `settings`, a setting. */
const whereOf = (name: string, data: Data, path: string): Where => {
  const { field, index } = fieldAt(path)
  const definition = findCollection(name)
  return {
    title: definition
      ? `${definition.label.one}: ${cut(String(data[definition.preview.title] || '…'))}`
      : `Settings: ${(settingFields as Fields)[field]?.label ?? field}`,
    collection: name,
    entry: definition ? String(data.id) : null,
    field,
    ...(index === undefined || Number.isNaN(index) ? {} : { index }),
  }
}
const setting = (field: keyof typeof settingFields): Where => whereOf('settings', {}, field)

const entriesOf = (content: Content): [CollectionName, Data][] =>
  collectionNames.flatMap((name) =>
    (content[name] as unknown as Data[]).map((data): [CollectionName, Data] => [name, data]),
  )

const heldOf = new WeakMap<Content, Held[]>()

/** Every published value, gathered once for all rules. */
const allHeld = (content: Content): Held[] => {
  const known = heldOf.get(content)
  if (known) return known
  const shown = Object.fromEntries(Object.entries(settingFields as Fields).filter(([name]) => !isImmediate(name)))
  const all: [string, Fields, Data][] = [
    ['settings', shown, content.settings as unknown as Data],
    ...entriesOf(content).map(([name, data]): [string, Fields, Data] => [
      name,
      findCollection(name)?.fields ?? {},
      data,
    ]),
  ]
  const held = all.flatMap(([name, fields, data]) => {
    const page = data.placement === 'section' ? '/' : (entryPath(name, data) ?? '/')
    return leavesOf(fields, data).map((leaf) => ({ ...leaf, data, page, where: whereOf(name, data, leaf.path) }))
  })
  heldOf.set(content, held)
  return held
}

// Placeholders

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
// A line of a list is an item that is a text.
const textKinds = new Set(['text', 'textarea', 'markdown', 'list', 'items'])

const placeholderIn = ({ field: { kind }, value }: Held): string | undefined => {
  const text = typeof value === 'string' ? value : ''
  const host = kind === 'email' ? (text.split('@')[1] ?? '') : kind === 'url' ? (URL.parse(text)?.hostname ?? '') : ''
  if (isReserved(host)) return `“${cut(text)}” leads to an address that nobody can have.`
  const texts = textKinds.has(kind)
    ? (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
    : []
  const [found] = texts.flatMap((one) => placeholders.flatMap((pattern) => pattern.exec(one.trim())?.[0]?.trim() ?? []))
  if (found) return `“${cut(found)}” stands for a text that is missing.`
  const [blank] = kind === 'markdown' ? blanksIn([{ id: 'a', kind: 'text', markdown: text }]) : []
  return blank && `“[[${cut(blank)}]]” is to be filled in.`
}

/** Settings that are no text, such as the look of the page, are nobody's. */
const isText = (field: string): boolean =>
  !isImmediate(field) &&
  ['text', 'textarea', 'markdown', 'items', 'url'].includes((settingFields as Fields)[field]?.kind ?? '')

/** Sample content that is still on the page: one finding for each entry, setting and image. */
const remnantsOf = ({ content, remnants }: ReadySite): Seen[] => {
  const all = allHeld(content)
  const isSample = new Set(remnants.flatMap(({ entry, field }) => (field === null && entry ? [entry] : [])))
  const kinds = Map.groupBy(remnants, ({ collection, entry, field }) => `${collection}/${entry ?? field}`)
  return [...kinds].flatMap(([subject, [first, ...more]]): Seen[] => {
    if (!first) return []
    const { collection, entry, field, title } = first
    if (collection === 'settings')
      return field !== null && isText(field)
        ? [[whereOf(collection, {}, field), 'It is the sample’s. Write your own.', subject]]
        : []
    if (collection === 'media') {
      const places = all.filter(({ value }) => value === entry)
      const [place] = places.some(({ where }) => isSample.has(where.entry ?? '')) ? [] : places
      return place ? [[place.where, `The image “${cut(title)}” is the sample’s.`, subject]] : []
    }
    const data = all.find(({ where }) => where.entry === entry && where.collection === collection)?.data
    if (!data) return []
    if (field === null)
      return [[{ ...whereOf(collection, data, ''), field }, 'It is the sample’s. Replace or delete it.', subject]]
    const labels = [first, ...more].flatMap((one) => findCollection(collection)?.fields[one.field ?? '']?.label ?? [])
    return [[whereOf(collection, data, field), `Still the sample’s: ${labels.join(', ')}.`, [subject, labels]]]
  })
}

const placeholder = (site: ReadySite): Seen[] => {
  const left = remnantsOf(site)
  const known = new Set(left.map(([{ entry, field }]) => entry ?? field))
  const typed = allHeld(site.content).flatMap((held): Seen[] => {
    const message = known.has(held.where.entry ?? held.where.field) ? undefined : placeholderIn(held)
    return message ? [[held.where, message, held.value]] : []
  })
  return [...left, ...typed]
}

// Links

/** The place on this site to which a link of one of its pages leads; undefined for a link to elsewhere. */
const localTarget = (href: string, from: string, publicUrl: string) => {
  const base = new URL(publicUrl)
  const url = URL.parse(href, new URL(from, base))
  if (!url || url.origin !== base.origin) return undefined
  const path = url.pathname.length > 1 && url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return {
    path: path + url.search,
    anchor: url.hash.slice(1).includes('%') ? decodedUrl(url.hash.slice(1)) : url.hash.slice(1),
  }
}

/** Links of the pages, each once; those to a part of their own page are left out. */
const distinctLinks = (pages: readonly PageFacts[]): string[] => [
  ...new Set(pages.flatMap(({ links }) => links.filter((href) => !href.startsWith('#')))),
]

/** Links of the pages to other sites. */
export const externalLinks = (pages: readonly PageFacts[], publicUrl: string): string[] =>
  distinctLinks(pages).filter((href) => /^https?:/i.test(href) && localTarget(href, '/', publicUrl) === undefined)

/** Paths of this site: of its pages, and those to which they link. */
export const localPaths = (pages: readonly PageFacts[], publicUrl: string): Set<string> =>
  new Set([
    ...pages.map(({ path }) => path),
    ...distinctLinks(pages).flatMap((href) => localTarget(href, '/', publicUrl)?.path ?? []),
  ])

/** The fields that name each of these links. Reads every text once, however many links there are. */
const holdersOf = (content: Content, hrefs: Iterable<string>): Map<string, Set<Held>> => {
  const holders = new Map([...hrefs].map((href) => [href, new Set<Held>()]))
  // The page has it encoded, and the text perhaps as it is read.
  const written = new Map([...holders].map(([href, held]) => [decodedUrl(href), held]))
  for (const held of allHeld(content)) {
    const { field, value } = held
    if (field.kind === 'url') holders.get(String(value))?.add(held)
    if (field.kind !== 'markdown') continue
    for (const word of String(value).split(/[\s()<>]+/))
      for (const known of [holders, written]) known.get(word)?.add(held)
  }
  return holders
}

const link = ({ content, pages, publicUrl, served, deadLinks }: ReadySite): Seen[] => {
  const idsAt = new Map(pages.map(({ path, ids }) => [path, ids]))
  const problemOf = (href: string, from: string): string | undefined => {
    const target = localTarget(href, from, publicUrl)
    if (!target) return deadLinks.has(href) ? `${cut(href)}: ${deadLinks.get(href)}` : undefined
    if (!served.has(target.path)) return `There is nothing at ${cut(href)}.`
    return idsAt.get(target.path)?.has(target.anchor) === false
      ? `${cut(href)} leads to the page, and not to a part of it: there is no “#${cut(target.anchor)}”.`
      : undefined
  }
  const known = new Set<string>()
  const problems = pages.flatMap(({ path, links }) =>
    links.flatMap((href): [href: string, message: string][] => {
      // Every page has the same links in its frame. What has no page before it leads somewhere else from each.
      if (known.has(href)) return []
      if (!href.startsWith('#')) known.add(href)
      const message = problemOf(href, path)
      return message === undefined ? [] : [[href, message]]
    }),
  )
  const holders = holdersOf(
    content,
    problems.map(([href]) => href),
  )
  // Text without a field is the product's own.
  return problems.flatMap(([href, message]) =>
    [...(holders.get(href) ?? [])].map(({ where }): Seen => [where, message, href]),
  )
}

// Dates

const yearsIn = (text: string): number[] => (text.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number)

const dates = ({ content, year }: ReadySite): Seen[] => {
  const at = (name: string, data: object, field: string, message: string, ...values: unknown[]): Seen => [
    ...([whereOf(name, data as Data, field), message, values] as const),
  ]
  const isLate = (given: number | null): given is number => given !== null && given > year
  const late = (given: number) => `${given} has not come yet.`
  const firstStart = Math.min(...content.educations.map(({ start_year }) => start_year ?? year))
  const since = content.settings.copyrightSince
  const done = content.lists.filter(({ kind }) => ['press', 'clients', 'publications'].includes(kind))
  return [
    ...entriesOf(content).flatMap(([name, data]) => {
      const { period, fields = {} } = findCollection(name) ?? {}
      const wrong = period && periodProblem(period, fields, data)
      return wrong
        ? [
            at(
              name,
              data,
              wrong.field,
              wrong.message,
              Object.values(period).map((field) => data[field]),
            ),
          ]
        : []
    }),
    ...content.certificates.flatMap((one) =>
      isLate(one.year) ? [at('certificates', one, 'year', late(one.year), one.year)] : [],
    ),
    ...content.projects.flatMap((one) => {
      if (isLate(one.year)) return [at('projects', one, 'year', late(one.year), one.year)]
      const [first = 0] = yearsIn(one.period)
      return one.year && one.year < first
        ? [at('projects', one, 'period', `It began in ${first}, and was done in ${one.year}.`, one.period, one.year)]
        : []
    }),
    ...done.flatMap((list) =>
      list.items.flatMap(({ title, year: given }, index) =>
        isLate(given) ? [at('lists', list, `items.${index}`, `“${cut(title)}”: ${late(given)}`, title, given)] : [],
      ),
    ),
    ...content.about.flatMap((one) =>
      one.show_age && one.age !== null && firstStart < year - one.age - 1
        ? [at('about', one, 'age', `An education began in ${firstStart}, before you were born.`, one.age, firstStart)]
        : [],
    ),
    ...(isLate(since) ? [at('settings', {}, 'copyrightSince', late(since), since)] : []),
  ]
}

// Imprint

/** Languages of states that have transposed article 5 of Directive 2000/31/EC, or a law like it. */
const dutyLanguages = new Set(['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'nb', 'nn', 'no', 'da', 'cs'])
const dutyRegions = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

const imprintWords = [
  ...['impressum', 'imprint', 'anbieterkennzeichnung', 'offenlegung', 'legal notice', 'legal-notice'],
  ...['mentions-legales', 'aviso-legal', ...Object.values(outlines).map(({ imprint: [title] }) => title.toLowerCase())],
]
const isImprint = (...texts: string[]): boolean =>
  texts.some((text) => imprintWords.some((word) => text.toLowerCase().includes(word)))

const imprint = ({ content, pages }: ReadySite): Seen[] => {
  const { language, socials } = content.settings
  const [code = '', ...parts] = language.split('-')
  const region = parts.find((part) => /^[A-Z]{2}$/i.test(part))?.toUpperCase()
  const hasDuty = dutyLanguages.has(code) && (region === undefined || dutyRegions.has(region))
  if (!hasDuty || socials.some(({ label, url }) => isImprint(label, url))) return []
  const own = content.pages.filter(({ title, slug }) => isImprint(title, slug))
  const links = pages.find(({ path }) => path === '/')?.links ?? []
  if (own.some((page) => links.includes(entryPath('pages', page) ?? ''))) return []
  if (own[0])
    return [
      [
        whereOf('pages', own[0], 'link'),
        'No page links to the imprint. It has to be found from everywhere.',
        own[0].slug,
      ],
    ]
  const message =
    'A site in this language mostly needs an imprint, and there is none. Pages, New page from…, begins one.'
  return [[{ title: 'Pages', collection: 'pages', entry: null, field: null }, message, language]]
}

// What is seen

const contrast = ({ content, tones }: ReadySite): Seen[] => {
  const { appearance, customCss, customCssOn } = content.settings
  const sheets = [
    ['customCss', 'Own CSS', customCssOn ? customCss : ''],
    ['theme', 'The theme', content.theme?.css ?? ''],
  ] as const
  return sheets.flatMap(([field, whose, css]) =>
    (tones ? lowContrasts(css, tones, appearance === 'auto' ? ['light', 'dark'] : [appearance]) : []).map(
      ({ what, mode, ratio }): Seen => [
        setting(field),
        `${whose}: ${what} has a contrast of ${ratio}:1 in ${mode} mode, and needs ${leastContrast}:1 to be read.`,
        [what, mode, ratio],
      ],
    ),
  )
}

/** The entry whose page this is, or the settings for the one page; undefined for lists. */
const ownerOf = (
  { projects, pages }: Content,
  path: string,
): [name: 'projects' | 'pages' | 'settings', data: Data] | undefined => {
  const project = projects.find(({ slug }) => slugPath('projects', slug) === path)
  const page = pages.find(({ slug, placement }) => placement === 'page' && slugPath('pages', slug) === path)
  return path === '/' ? ['settings', {}] : project ? ['projects', project] : page && ['pages', page]
}

const emptyMessage = 'A heading is empty: screen readers announce it, and say nothing.'

const headingProblems = (headings: PageFacts['headings']): string[] => {
  const firsts = headings.filter(({ level }) => level === 1).length
  const skipped = headings.find(({ level }, at) => at > 0 && level > (headings[at - 1]?.level ?? 6) + 1)
  return [
    ...(firsts === 1 ? [] : [firsts === 0 ? 'The page has no first heading.' : 'The page has several first headings.']),
    ...(skipped ? [`The heading “${cut(skipped.text)}” skips a level.`] : []),
    ...(headings.some(({ text }) => text === '') ? [emptyMessage] : []),
  ]
}

/** A line of Markdown that makes a heading of nothing. */
const emptyHeading = /^ {0,3}#{1,6}[ \t]*$/m

const heading = ({ content, pages }: ReadySite): Seen[] =>
  pages.flatMap(({ path, headings }) => {
    const [name, data = {}] = ownerOf(content, path) ?? []
    const subject = headings.map(({ level, text }) => level + text)
    return (name ? headingProblems(headings) : []).flatMap((message): Seen[] => {
      const texts = allHeld(content).filter(
        ({ page, field, value }) => page === path && field.kind === 'markdown' && emptyHeading.test(String(value)),
      )
      const whole = whereOf(name ?? '', data, name === 'settings' ? 'name' : 'blocks')
      const places = message === emptyMessage && texts.length > 0 ? texts.map(({ where }) => where) : [whole]
      return places.map((where) => [where, message, subject])
    })
  })

/** Fields whose image the page describes by itself, or shows beside its words. */
const describedElsewhere = /^(?:icon|cover|.*\.poster)$/

const alt = ({ content }: ReadySite): Seen[] =>
  allHeld(content).flatMap(({ path, field: { kind }, value, where, data }): Seen[] => {
    const isBeside = ['about', 'testimonials'].includes(where.collection) || describedElsewhere.test(path)
    if (typeof value !== 'string' || isBeside || (kind !== 'image' && kind !== 'video')) return []
    const item = kind === 'image' ? imageIn(content.media, value) : videoIn(content.videos, value)
    const caption = where.index !== undefined && (data.blocks as Data[] | undefined)?.[where.index]?.caption
    return item?.alt !== '' || (kind === 'video' && caption)
      ? []
      : [[where, `The ${kind} has no description for people who cannot see it.`, value]]
  })

/** Windows of a laptop and of a desktop, with screens of one pixel a px: what is too small there is so everywhere. */
const windows = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]
/** As much as the style of a whole image leaves it of a window's height. */
const wholeShare = 0.85

const widest = ({ sizes, whole }: PageFacts['images'][number], { width, height }: PublishedImage): number =>
  Math.max(
    ...windows.map((window) => {
      const shown = shownWidth(sizes, window)
      return whole && height > 0 ? Math.min(shown, (wholeShare * window.height * width) / height) : shown
    }),
  )

const small = ({ content, pages }: ReadySite): Seen[] => {
  const byUrl = new Map(
    Object.values(content.media).flatMap((image) => image.variants.jpeg.map(({ url }) => [url, image])),
  )
  const tooSmall = new Map<PublishedImage, { needed: number; path: string }>()
  for (const { path, images } of pages)
    for (const shown of images) {
      const image = byUrl.get(shown.src)
      const needed = image ? Math.round(widest(shown, image)) : 0
      if (image && image.width < needed * 0.98 && needed > (tooSmall.get(image)?.needed ?? 0))
        tooSmall.set(image, { needed, path })
    }
  const named = allHeld(content).filter(({ field }) => field.kind === 'image')
  const chosen = [
    ['icon', 180],
    ['linkImage', 1200],
  ] as const
  return [
    ...[...tooSmall].flatMap(([image, { needed, path }]): Seen[] => {
      const places = named.filter(({ value }) => value === image.id)
      const place = places.find(({ page }) => page === path) ?? places[0]
      const message = `The image is ${image.width} px wide, and its place up to ${needed} px. One of ${needed * 2} px is sharp on every screen.`
      return place ? [[place.where, message, [image.id, image.width, needed]]] : []
    }),
    ...chosen.flatMap(([field, least]): Seen[] => {
      const image = imageIn(content.media, content.settings[field])
      return image && !image.vector && image.width < least
        ? [
            [
              setting(field),
              `The image is ${image.width} px wide, and ${least} px are needed.`,
              [image.id, image.width],
            ],
          ]
        : []
    }),
  ]
}

const length = ({ content, pages }: ReadySite): Seen[] =>
  pages.flatMap(({ path, title, description }): Seen[] => {
    const [name, data = {}] = ownerOf(content, path) ?? []
    if (!name) return []
    const summary = whereOf(name, data, { settings: 'description', projects: 'summary', pages: 'blocks' }[name])
    const count = [...description].length
    // The description of a page is its first paragraph, which may be a line.
    const isOff = count > 160 || (count < 50 && name !== 'pages')
    const message =
      count === 0
        ? 'There is no text for search results and link previews.'
        : `The text for search results has ${count} characters; 50 to 160 are shown whole and say enough.`
    const cutTitle = `The title is too long for tabs and search results, which show “${title}”.`
    return [
      ...(title.endsWith('…')
        ? [[whereOf(name, data, name === 'settings' ? 'name' : 'title'), cutTitle, title] as const]
        : []),
      ...(count === 0 || isOff ? [[summary, message, description] as const] : []),
    ]
  })

const card = ({ content, cards }: ReadySite): Seen[] =>
  cards.flatMap(({ stem, cuts }) => {
    const [, collection, slug] = /\/(projects|pages)\/([^/]+)$/.exec(stem) ?? []
    const entry = entriesOf(content).find(([name, data]) => name === collection && data.slug === slug)
    // The line above the title of an entry is the name, which the card of the one page has, too.
    const whereOfText = (text: string) => {
      if (entry) return text === content.settings.name ? undefined : whereOf(...entry, 'title')
      return setting(text === content.settings.name ? 'name' : 'role')
    }
    return cuts.flatMap((text): Seen[] => {
      const where = whereOfText(text)
      return where ? [[where, `The picture for shared links shows “${cut(text)}” cut off. Make it shorter.`, text]] : []
    })
  })

const mail = ({ mail: { transport, missing } }: ReadySite): Seen[] => {
  const off = 'Email is not set up: messages wait in Contact, and nobody tells you of them.'
  const messages = missing.length === 0 && transport === null ? [off] : missing
  return messages.map((message) => [{ ...setting('notices'), title: 'Settings: Mail' }, message, message])
}

const rules: Readonly<Record<ReadinessRule, (site: ReadySite) => Seen[]>> = {
  ...{ placeholder, link, dates, imprint, contrast, heading, alt, small, length, card, mail },
}

/** What keeps the site from being shown, worst first. Takes milliseconds: the pages have been read. */
export const readinessOf = (site: ReadySite): Found[] =>
  (Object.keys(readinessRules) as ReadinessRule[]).flatMap((rule) =>
    rules[rule](site).map(([where, message, subject]) => ({
      ...{ rule, severity: readinessRules[rule].severity, message },
      ...{ ...where, subject: JSON.stringify(subject) },
    })),
  )
