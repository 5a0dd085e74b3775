import { isSafeLink } from '../fields/fields.ts'
import { line, longText } from '../fields/text-rules.ts'
import { defaultSectionOrder, sectionOrderSchema } from '../sections/section-order.ts'
import { z } from '../zod.ts'

export const accents = ['vermilion', 'cobalt', 'moss', 'plum', 'graphite'] as const
export type Accent = (typeof accents)[number]

/** The choices for keeping the history, in years; 0 for ever. */
export const historyYears = [0, 1, 2, 5] as const

const link = (label: string) =>
  line(label, 500).refine(
    (value) => value === '' || isSafeLink(value),
    `${label} must start with https://, http://, mailto:, tel:, / or #.`,
  )

/** The singleton next to the collections: all content that exists once. */
export const settingsSchema = z.strictObject({
  name: line('Name', 80).min(1, 'Name is required.'),
  /** A short job title: “Freelance web developer”. */
  role: line('Role', 80),
  /** For search engines and link previews. */
  description: line('Description', 200),
  language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Language must be a code such as en or pt-BR.'),
  headlines: z.array(line('Headline', 80).min(1, 'A headline cannot be empty.')).max(12, 'At most 12 headlines.'),
  location: line('Location', 120),
  /** Target of the Hire Me button; empty hides it. */
  hireLink: link('Hire Me link'),
  /** Markdown, in the About section. */
  introduction: longText('Introduction', 4000),
  /** Target of Download CV; empty hides it. */
  cv: link('CV'),
  counters: z
    .array(
      z.strictObject({
        value: z.int('Enter a whole number.').min(0).max(1_000_000),
        label: line('Counter label', 40).min(1, 'A counter needs a label.'),
      }),
    )
    .max(4, 'At most four counters.'),
  socials: z
    .array(
      z.strictObject({
        label: line('Label', 40).min(1, 'A link needs a label.'),
        url: link('Address').min(1, 'A link needs an address.'),
      }),
    )
    .max(12, 'At most 12 links.'),
  /** The large sentence next to the contact form. */
  contactSentence: line('Contact sentence', 160),
  sections: sectionOrderSchema,
  accent: z.enum(accents),
  appearance: z.enum(['auto', 'light', 'dark']),
  /** True lets anyone register an account. */
  registration: z.boolean(),
  /** One email for each message, or one digest a day. */
  notices: z.enum(['each', 'daily']),
  /** When the daily digest goes out, in the server's time. */
  digestHour: z.int('Choose an hour.').min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
  /** True sends visitors an email that confirms their message. */
  acknowledge: z.boolean(),
  /** The text of that email. */
  acknowledgement: longText('Acknowledgement', 1000).min(1, 'An acknowledgement has to say something.'),
  /** Texts for replies; {name}, {first_name} and {site} are replaced. */
  snippets: z
    .array(
      z.strictObject({
        title: line('Title', 60).min(1, 'A snippet needs a title.'),
        text: longText('Snippet', 4000).min(1, 'A snippet has to say something.'),
      }),
    )
    .max(40, 'At most 40 snippets.'),
  copyrightSince: z.int('Enter a year.').min(1900).max(2200),
  /** Years for which changes are kept and can be undone; 0 for ever. */
  historyYears: z.literal(historyYears, 'Keep the history for 1, 2 or 5 years, or 0 for ever.'),
})

export type Settings = z.infer<typeof settingsSchema>

/** Without the owner's private settings, which never reach the published content. */
export const publicSettingsSchema = settingsSchema.omit({
  ...{ notices: true, digestHour: true, acknowledge: true, acknowledgement: true, snippets: true, historyYears: true },
})
export type PublicSettings = z.infer<typeof publicSettingsSchema>

/** The settings that anyone may see. */
export const publicSettings = (settings: Settings): PublicSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(publicSettingsSchema.shape, name)),
  ) as unknown as PublicSettings

/** The settings of a first start without samples. */
export const emptySettings: Settings = {
  name: 'Your name',
  role: '',
  description: '',
  language: 'en',
  headlines: [],
  location: '',
  hireLink: '/#contact',
  introduction: '',
  cv: '',
  counters: [],
  socials: [],
  contactSentence: '',
  sections: defaultSectionOrder,
  accent: 'vermilion',
  appearance: 'auto',
  registration: true,
  notices: 'each',
  digestHour: 8,
  acknowledge: false,
  acknowledgement: 'Thank you for your message. It has arrived, and I will answer as soon as I can.',
  snippets: [],
  copyrightSince: 2023,
  historyYears: 0,
}

const sampleIntroduction = `I make websites for people who have something to run: a ferry line, a bakery, a music festival, a workshop of eleven weavers. They rarely need more features. They need a page that opens on a bad connection, says what it has to say, and can be changed on a Tuesday evening without ringing me.

I grew up in Tromsø, where the sun stays away for two months and you learn to like indoor work. I studied informatics there and interaction design in Lisbon, spent a year as a full-stack developer in a team of nine, and have worked for myself since 2020: mostly alone, sometimes with a photographer or a printer I trust.

I write plain HTML first, and JavaScript where it earns its keep. I measure before I promise. And if you would be better off with somebody else, or with the website you already have, I will say so in the first call.`

/** Loaded on the first start. Counter and copyright: specification, sections 1 and 9. */
export const sampleSettings: Settings = {
  ...emptySettings,
  name: 'Mira Solberg',
  role: 'Freelance web developer',
  description:
    'Mira Solberg builds fast, accessible websites and small shops for people with something to run. Freelance web developer in Lisbon, from Tromsø.',
  headlines: [
    'Websites that load on a ferry',
    'Shops a small team can run',
    'Maps, timetables, odd interfaces',
    'Code the next developer likes',
  ],
  location: 'Lisbon, Portugal · 38.72° N, 9.14° W',
  introduction: sampleIntroduction,
  cv: '/cv.pdf',
  socials: [
    { label: 'Code', url: 'https://code.mirasolberg.example' },
    { label: 'Photographs', url: 'https://photos.mirasolberg.example' },
    { label: 'Mastodon', url: 'https://social.example/@mira' },
    { label: 'E-mail', url: 'mailto:hello@mirasolberg.example' },
  ],
  contactSentence: 'Tell me what you run, and what gets in the way.',
  snippets: [
    {
      title: 'Let us talk',
      text: 'Hello {first_name},\n\nthank you for writing. That sounds like something I would like to do. Shall we talk for half an hour this week?\n\n{site}',
    },
    {
      title: 'No room at present',
      text: 'Hello {first_name},\n\nthank you for asking. My desk is full for the next months, and I would rather say so than keep you waiting.\n\n{site}',
    },
  ],
  counters: [{ value: 10, label: 'certificates' }],
}
