import { type Calls, flag } from '../calls.ts'
import { collectionNames, collections } from '../content/collections.ts'
import { type Field, type Fields, fields, shapeOf, type ValueOf } from '../fields/fields.ts'
import {
  defaultSectionOrder,
  resumeOrderSchema,
  type SectionOrder,
  sectionOrderSchema,
} from '../sections/section-order.ts'
import { experienceFirst, type ResumePart, resumeParts } from '../sections/sections.ts'
import { isTimeZone, line } from '../text-rules.ts'
import { mostTypefaces } from '../themes/chosen-theme.ts'
import { layoutFields } from '../themes/layouts.ts'
import { englishMail } from '../words/english/mail.ts'
import { languageNames, languages } from '../words/languages.ts'
import { z } from '../zod.ts'
import { availabilityFields } from './availability.ts'
import { categoriesField, defaultCategories } from './categories.ts'
import { cvFields } from './cv-fields.ts'
import { questionsField } from './questions.ts'

export const mostCssBytes = 32 * 1024

const plainCss = fields.code({
  label: 'Own CSS',
  max: mostCssBytes,
  required: false,
  help: 'For the pages of the site, after their theme. It loads nothing: no url(), @import or @font-face.',
})

// Characters have several bytes in some languages.
const fits = (css: string) => new TextEncoder().encode(css).length <= mostCssBytes
const bounded = (schema: z.ZodType<string>) => schema.refine(fits, 'Own CSS may have at most 32 kB.')

/** The owner's CSS as it was typed. The page shows it once `checkCss` has nothing against it. */
const customCssField: Field<string> = {
  ...plainCss,
  schema: bounded(plainCss.schema),
  draft: bounded(plainCss.draft),
}

const zone = fields.text({
  label: 'Time zone',
  max: 60,
  required: false,
  help: 'Of the place where you are, for the time in the colophon. Empty: no time.',
})

/** The last lines of the page about itself. */
const colophonFields = {
  colophon: fields.flag({
    label: 'Colophon',
    help: 'In the footer: the typefaces, the day of the last publish, your location, and the time there.',
  }),
  timeZone: {
    ...zone,
    schema: zone.schema.refine(
      (name) => name === '' || isTimeZone(name),
      'Time zone must be the name of one, such as Europe/Lisbon.',
    ),
  } satisfies Field<string>,
}

/** The choices for keeping the history, in years; 0 for ever. */
const historyYears = [0, 1, 2, 5] as const

const hours = Array.from({ length: 24 }, (_, hour) => hour) as [number, ...number[]]

/** Settings for the owner only, which never reach the published content. */
const privateFields = {
  notices: fields.select({
    label: 'Notifications',
    private: true,
    options: ['each', 'daily'],
    labels: ['One per message', 'Daily digest'],
    help: 'About messages. None are sent for spam.',
  }),
  digestHour: fields.select({
    label: 'Time of the digest',
    private: true,
    options: hours,
    labels: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
    help: 'Time zone of the server. Nothing is sent on days without messages.',
  }),
  acknowledge: fields.flag({
    label: 'Send visitors a confirmation',
    private: true,
    help: 'Sends the text below by email, at most once a day per email address, never for spam.',
  }),
  acknowledgement: fields.textarea({ label: 'Confirmation', private: true, max: 1000 }),
  snippets: fields.items({
    label: 'Snippets',
    private: true,
    one: 'Snippet',
    max: 40,
    help: 'Offered when you reply in Contact. {first_name} and {name} stand for the sender, {site} for your name. Visitors never see the list.',
    fields: {
      title: fields.text({ label: 'Title', max: 60 }),
      text: fields.textarea({ label: 'Text', max: 4000, help: 'Hello {first_name}, …' }),
    },
  }),
  historyYears: fields.select({
    label: 'Keep the history',
    private: true,
    options: historyYears,
    labels: ['Forever', '1 year', '2 years', '5 years'],
    help: 'Older changes are deleted permanently and can no longer be undone. Your content stays. Health shows the size of the history.',
  }),
  visitsNoLanguage: fields.flag({
    label: 'Leave out visits without a language',
    private: true,
    empty: true,
    help: 'Browsers name one, many scripts do not. Switching a rule counts the last 90 days again.',
  }),
  visitsImpossible: fields.flag({
    label: 'Leave out impossible browsers',
    private: true,
    empty: true,
  }),
  visitsBursts: fields.flag({
    label: 'Leave out bursts',
    private: true,
    empty: true,
  }),
  visitsOfMessages: fields.flag({
    label: 'Show how senders came',
    private: true,
    help: 'Source and first page. This ties a person to a visit: your privacy page has to say so, and you may need a consent.',
  }),
  visitsWeekly: fields.flag({
    label: 'Weekly email about visits',
    private: true,
    help: 'On Monday, at the time of the digest.',
  }),
  readinessMonthly: fields.flag({
    label: 'Monthly check of the site',
    private: true,
    empty: true,
    help: 'Health, Ready to show. An email when it finds something new; without email, a line on the first screen.',
  }),
}

/** Accents by name; `model/themes/tones.ts` has their colours. */
export const accents = ['vermilion', 'cobalt', 'moss', 'plum', 'graphite'] as const

/** A hex colour in six small digits; any other text as it is. */
const sixDigits = (text: string): string => {
  const hex = text.toLowerCase()
  if (/^#[0-9a-f]{3}$/.test(hex)) return hex.replace(/[0-9a-f]/g, '$&$&')
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : text
}

/** The choices for how long a full headline stands, in seconds. */
const headlinePauses = [0.5, 1, 1.5, 2, 3, 5, 8] as const

/** A word of the page in the owner's own words. */
const ownWord = (label: string) =>
  fields.text({
    label,
    max: 40,
    required: false,
    help: 'Your own word for it. Empty: the word of the page’s language.',
  })

const publicFields = {
  name: fields.text({
    label: 'Name',
    max: 80,
    required: false,
    help: 'Of the site, such as the name of a studio. Empty: your name in About.',
  }),
  role: fields.text({ label: 'Role', max: 80, required: false, help: 'What you are, in a few words.' }),
  description: fields.text({
    label: 'Description',
    max: 200,
    required: false,
    help: 'For search engines and link previews. It begins the CV where About has no introduction.',
  }),
  // Any code is taken: a page in a language without a catalogue says its own words in English.
  language: {
    ...fields.text({
      label: 'Language',
      max: 35,
      help: 'Of your text. The page says its own words in it, too.',
      pattern: [/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Language must be a code such as en or pt-BR.'],
    }),
    ...{ kind: 'select', options: languages, labels: Object.values(languageNames) },
  } satisfies Field<string>,
  headlines: fields.lines({
    label: 'Headlines',
    one: 'Headline',
    length: 80,
    max: 12,
    help: 'Typed one after another under your name. One alone stands still.',
  }),
  headlinePause: fields.select({
    label: 'A full headline stands for',
    options: headlinePauses,
    labels: headlinePauses.map((seconds) => (seconds === 1 ? '1 second' : `${seconds} seconds`)),
    help: 'Then it is deleted and the next one is typed.',
  }),
  location: fields.text({
    label: 'Location',
    max: 120,
    required: false,
    help: 'The line under the headlines. Empty: where you live, from About while it is shown.',
  }),
  ...availabilityFields,
  email: fields.email({
    label: 'Email',
    required: false,
    help: 'In the footer, the CV and your card. Empty: your email in About while it is shown.',
  }),
  hireLink: fields.url({
    label: 'Hire Me link',
    required: false,
    help: 'Target of Hire Me. Empty: no button. While Contact is hidden, /#contact becomes your email address.',
  }),
  hireLabel: ownWord('Hire Me button'),
  introduction: fields.markdown({
    label: 'Introduction',
    max: 4000,
    required: false,
    help: 'In About; the first paragraph begins the CV, too. Markdown: **bold**, _italic_, [links](https://example.com), an empty line between paragraphs.',
  }),
  cv: fields.url({
    label: 'CV',
    required: false,
    help: 'Target of Download CV: a PDF of Media, or any address. Empty: the CV made from your entries.',
  }),
  cvLabel: ownWord('Download CV button'),
  ...cvFields,
  sendLabel: ownWord('Send button'),
  counters: fields.items({
    label: 'Counters',
    one: 'Counter',
    max: 4,
    help: 'Large numerals in Resume that count up when they are seen. One can count what is published instead of a number that you type.',
    fields: {
      value: fields.integer({ label: 'Value', min: 0, max: 1_000_000, replacedBy: 'counts' }),
      label: fields.text({ label: 'Label', max: 40 }),
      counts: fields.select({
        label: 'Counts',
        required: false,
        options: ['', ...collectionNames],
        labels: ['This number', ...collectionNames.map((name) => collections[name].label.many)],
      }),
    },
  }),
  socials: fields.items({
    label: 'Social links',
    one: 'Link',
    max: 12,
    help: 'In the footer. Your email address follows when no link here is one.',
    fields: { label: fields.text({ label: 'Label', max: 40 }), url: fields.url({ label: 'Address' }) },
  }),
  contactSentence: fields.text({
    label: 'Contact sentence',
    max: 160,
    required: false,
    help: 'The large sentence next to the contact form.',
  }),
  contactAnswer: fields.text({
    label: 'Answer time',
    max: 160,
    required: false,
    help: 'Below the contact form once a message is sent, such as: I answer within two working days. Empty: nothing.',
  }),
  questions: questionsField,
  sections: {
    ...{ kind: 'sections', label: 'Sections', required: false, private: false, empty: defaultSectionOrder },
    help: 'Drag to reorder, or Space and the arrow keys on a handle. Sections without content are hidden. A title of your own replaces the one of the page’s language.',
    ...{ schema: sectionOrderSchema, draft: sectionOrderSchema },
  } satisfies Field<SectionOrder>,
  resumeOrder: {
    ...{ kind: 'order', label: 'Parts of Resume', required: false, private: false, empty: [...resumeParts] },
    ...{ options: resumeParts, labels: resumeParts.map((name) => collections[name].label.many) },
    help: 'On the page; in the CV too, once you have changed it.',
    ...{ schema: resumeOrderSchema, draft: resumeOrderSchema },
  } satisfies Field<ResumePart[]>,
  categories: categoriesField,
  portfolioLayout: fields.select({
    label: 'Portfolio',
    options: ['auto', 'tiles', 'rows', 'index', 'catalogue'],
    labels: ['Automatic', 'Tiles', 'Rows of whole images', 'Index of words', 'Index with images'],
    required: false,
    help: 'Automatic: tiles, or an index where most projects have no image.',
  }),
  relatedProjects: fields.flag({
    label: 'Related projects',
    help: 'Below a project, up to three others with which it shares tags.',
  }),
  icon: fields.image({
    label: 'Site icon',
    required: false,
    help: 'In browser tabs and on home screens. Square, as PNG or SVG. Empty: the icon of Vitrine.',
  }),
  linkImage: fields.image({
    label: 'Link preview',
    required: false,
    help: 'Shown where somebody shares a link to your site. Wide, as JPEG or PNG. Empty: a card with your name and role is drawn.',
  }),
  theme: fields.text({
    label: 'Theme',
    max: 40,
    required: false,
    help: 'The look of your site. Empty: Editorial.',
    pattern: [/^(?:[a-z][a-z0-9-]{0,39})?$/, 'Theme must be the id of a theme, such as editorial.'],
  }),
  typefaces: {
    ...fields.list({ label: 'Typefaces', required: false, max: 81, items: mostTypefaces }),
    help: 'Kept for each theme, so that another theme and back loses nothing.',
    schema: z
      .array(
        line('Typefaces', 81).regex(
          /^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9-]{0,39}$/,
          'Typefaces are a theme and one of its pairs, such as editorial/franklin.',
        ),
      )
      .max(mostTypefaces, `Typefaces may have at most ${mostTypefaces} lines.`),
  } satisfies Field<string[]>,
  ...layoutFields,
  accent: {
    ...fields.text({ label: 'Accent', max: 20, required: false }),
    // Any other value is a hex colour of the owner's.
    ...{ kind: 'select', options: ['', ...accents] },
    labels: ['The theme’s own', 'Vermilion', 'Cobalt', 'Moss', 'Plum', 'Graphite'],
    help: 'Any colour: text and buttons are shown darker or lighter where that is needed to read them.',
    schema: line('Accent', 20)
      .overwrite(sixDigits)
      .refine(
        (accent) => /^(?:|vermilion|cobalt|moss|plum|graphite|#[0-9a-f]{6})$/.test(accent),
        `Accent must be a colour such as #1b4dd1, or one of ${accents.join(', ')}.`,
      ),
  } satisfies Field<string>,
  paper: fields.select({
    label: 'Paper',
    options: ['theme', 'white', 'warm', 'grey', 'accent'],
    labels: ['The theme’s own', 'White', 'Warm', 'Grey', 'Tinted by the accent'],
    required: false,
  }),
  corners: fields.select({
    label: 'Corners',
    options: ['theme', 'square', 'soft', 'round'],
    labels: ['The theme’s own', 'Square', 'Soft', 'Round'],
    required: false,
  }),
  appearance: fields.select({
    label: 'Appearance',
    options: ['auto', 'light', 'dark'],
    labels: ['Visitor’s system', 'Light', 'Dark'],
  }),
  customCss: customCssField,
  customCssOn: fields.flag({ label: 'Use own CSS', empty: true, help: 'Off: the CSS above is kept and not used.' }),
  registration: fields.flag({
    label: 'Anyone may register',
    help: 'New accounts are members and cannot edit. Off: nobody can register.',
  }),
  visits: fields.flag({
    label: 'Count visits',
    help: 'Without cookies, scripts or stored addresses. Your privacy page has to say so.',
  }),
  copyrightSince: fields.integer({
    label: 'Copyright since',
    min: 1900,
    max: 2200,
    help: 'The first year in the footer; this year follows by itself.',
  }),
  ...colophonFields,
}

/** Settings that take effect when they are saved, so that even their drafts follow every rule. */
const atOnce = <F extends Fields>(of: F): F =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, { ...field, draft: field.schema }])) as F

const immediateFields = atOnce({
  registration: publicFields.registration,
  visits: publicFields.visits,
  ...privateFields,
})

/** The singleton next to the collections: all content that exists once. */
export const settingFields = { ...publicFields, ...immediateFields }

/** False for settings that visitors see only once they are published. */
export const isImmediate = (name: string): boolean => Object.hasOwn(immediateFields, name)

/** Only an image may be null: numbers are required. */
type Values<F> = { [K in keyof F]: string extends ValueOf<F[K]> ? ValueOf<F[K]> : NonNullable<ValueOf<F[K]>> }
export type Settings = Values<typeof settingFields>
export type PublicSettings = Values<typeof publicFields>

const schemaOf = <F>(of: F, rule: 'schema' | 'draft' = 'schema') =>
  shapeOf(of as Fields, rule) as unknown as z.ZodObject<{ [K in keyof F]: z.ZodType<Values<F>[K]> }, z.core.$strict>

export const settingsSchema = schemaOf(settingFields)
/** Types and upper bounds hold, and every rule of what takes effect at once. */
export const settingsDraftSchema = schemaOf(settingFields, 'draft')
/** Without the owner's private settings, which never reach the published content. */
export const publicSettingsSchema = schemaOf(publicFields)

/** The settings that anyone may see. */
export const publicSettings = (settings: Settings): PublicSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(publicFields, name)),
  ) as unknown as PublicSettings

/** The settings that visitors see only once they are published. */
export const publishableSettings = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(settingFields, name) && !isImmediate(name)),
  )

/** The initial value of each setting, in place of one that is missing as well. */
export const emptySettings: Settings = {
  ...(Object.fromEntries(Object.entries(settingFields).map(([name, { empty }]) => [name, empty])) as Settings),
  language: 'en',
  categories: defaultCategories,
  headlinePause: 1.5,
  hireLink: '/#contact',
  registration: true,
  digestHour: 8,
  acknowledgement: englishMail.text,
  copyrightSince: 2023,
}

/** The settings of a first start without samples, in this year: the categories are the owner's to name, and experience comes first. */
export const withoutSampleContent = (year: number): Settings => ({
  ...emptySettings,
  categories: [],
  resumeOrder: experienceFirst,
  copyrightSince: year,
})

export const settingsCalls = () => {
  const answer = settingsSchema
  return {
    'GET /api/settings': { answer },
    'PATCH /api/settings': {
      query: z.strictObject({ publish: flag() }),
      body: settingsSchema.partial(),
      // A draft may break rules that hold for what is published; the store says which.
      reads: z.record(z.string(), z.unknown()),
      versioned: 'may',
      answer,
    },
    'POST /api/settings/publication': { versioned: 'may', answer },
    'DELETE /api/settings/draft': { versioned: 'may', answer },
    'DELETE /api/settings/categories/:category': {
      query: z.strictObject({
        to: z.string().max(90).optional().describe('Category that gets its projects; without it they get none.'),
      }),
      versioned: 'may',
      answer,
    },
    'POST /api/css-checks': {
      body: z.strictObject({ css: z.string().max(mostCssBytes) }),
      answer: z.object({
        css: z.string().describe('Minified; empty when there are problems.'),
        problems: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first five.'),
      }),
    },
    'GET /api/publishing': {
      answer: z.object({
        version: z.int().describe('Of the content that visitors see.'),
        failure: z.string().nullable().describe('Why newer content is not on the page.'),
      }),
    },
  } satisfies Calls
}
