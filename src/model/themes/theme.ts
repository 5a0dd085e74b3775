import { type Calls, nothing } from '../calls.ts'
import { z } from '../zod.ts'
import { type Layouts, layoutNames, layoutOptions, sizeNames } from './layouts.ts'

/** Folder name of a theme. */
export const themeIdPattern = /^[a-z][a-z0-9-]{0,39}$/

const hex = z.string().regex(/^#[0-9a-f]{6}$/, 'A colour is written #rrggbb, in lower case.')
const toneNames = ['paper', 'wash', 'ink', 'muted', 'line', 'accent', 'danger', 'success'] as const
const token = <T extends z.ZodType>(value: T) => z.strictObject({ $value: value })
const palette = z.strictObject(
  Object.fromEntries(toneNames.map((name) => [name, token(hex)])) as Record<
    (typeof toneNames)[number],
    z.ZodObject<{ $value: typeof hex }>
  >,
)
const plainPalette = z.strictObject(
  Object.fromEntries(toneNames.map((name) => [name, hex])) as Record<(typeof toneNames)[number], typeof hex>,
)
const plainTones = plainPalette.extend({ field: hex, onField: hex })
const family = z.array(z.string().regex(/^[\w .-]{1,40}$/, 'The name of a typeface has letters, digits and blanks.'))
const preloaded = z.array(z.string().regex(/^[\w.-]{1,80}\.woff2$/)).max(3)
const advances = z.record(z.string(), z.number().min(0.05).max(2))

/**
 * A choice of typefaces of a theme, with what they need to fit its grid. What a pair does not say is as in the theme; its `@font-face` rules
 * stand in `fonts/<id>.css`. The first one is the theme as it is: it has an id and a name alone.
 */
const pairSchema = z.strictObject({
  /** Lasting: owners' choices have it. */
  id: z.string().regex(themeIdPattern),
  /** Of its typefaces, such as “Instrument Serif & Sans”. */
  name: z.string().regex(/^[\p{L}\p{N} &.,+-]{1,60}$/u, 'The name of a pair has letters, digits and blanks.'),
  display: family.optional(),
  text: family.optional(),
  mono: family.optional(),
  weight: z.number().min(1).max(1000).optional(),
  /** All sizes are this many times as large: typefaces of one size do not look it. */
  scale: z.number().min(0.7).max(1.4).optional(),
  advances: advances.optional(),
  preload: preloaded.optional(),
  lateMono: z.boolean().optional(),
})
const rem = z.strictObject({ value: z.number().min(0).max(40), unit: z.literal('rem') })
/** A size that grows with the window: `$value` from a width of `to` rem on, `least` up to one of `from` rem. */
const size = z.strictObject({
  $value: rem,
  $extensions: z
    .strictObject({ vitrine: z.strictObject({ least: z.number(), from: z.number(), to: z.number() }) })
    .optional(),
})

/**
 * `theme.json` of a theme's folder. Tokens have the shape of the Design Tokens format (designtokens.org, 2025.10), so that drawing programs
 * read them; what they cannot say stands in `theme.css`.
 */
export const themeFileSchema = z.strictObject({
  name: z.string().min(1).max(40),
  /** What it is good for, in a sentence. */
  description: z.string().min(1).max(200),
  author: z.string().max(80),
  /** SPDX name. */
  licence: z.string().max(40),
  tokens: z.strictObject({
    color: z.strictObject({ $type: z.literal('color'), light: palette, dark: palette }),
    /** Faces by their use, the first choice first; system fonts that stand in for them come after. */
    font: z.strictObject({
      $type: z.literal('fontFamily'),
      display: token(family),
      text: token(family),
      mono: token(family),
    }),
    weight: z.strictObject({ $type: z.literal('fontWeight'), display: token(z.number().min(1).max(1000)) }),
    size: z.strictObject({
      $type: z.literal('dimension'),
      ...(Object.fromEntries(sizeNames.map((name) => [name, size])) as Record<(typeof sizeNames)[number], typeof size>),
    }),
    radius: z.strictObject({
      $type: z.literal('dimension'),
      base: token(z.strictObject({ value: z.number().min(0).max(40), unit: z.literal('px') })),
    }),
    ease: z.strictObject({
      $type: z.literal('cubicBezier'),
      base: token(z.tuple([z.number().min(0).max(1), z.number(), z.number().min(0).max(1), z.number()])),
    }),
  }),
  /** Advances of the display face in em, with its tracking, by the letters that have them: a theme with them sets the name as wide as it is told. */
  advances: advances.optional(),
  /** Files of `fonts` that the first view uses. */
  preload: preloaded,
  /** True where the mono face is none of the first view's business: it is fetched a moment later. */
  lateMono: z.boolean(),
  /** A section that a theme does not know, such as one that came later, has its first variant. */
  layouts: z.strictObject(
    Object.fromEntries(layoutNames.map((name) => [name, z.enum(layoutOptions[name]).default(layoutOptions[name][0])])),
  ) as unknown as z.ZodType<Layouts>,
  portfolioLayout: z.enum(['auto', 'tiles', 'rows', 'index', 'catalogue']),
  pairs: z.array(pairSchema).max(6).default([]),
})

export type ThemeFile = z.infer<typeof themeFileSchema>

/** A theme as pages use it: its file, and the texts of its style sheets with addresses at which its fonts are served. */
export const themeSchema = themeFileSchema.extend({
  id: z.string().regex(themeIdPattern),
  palettes: z.object({ light: plainPalette, dark: plainPalette }),
  tones: z
    .object({ light: plainTones, dark: plainTones })
    .describe('Its colours as they are without a choice of the owner.'),
  preload: z.array(z.string()).describe('Addresses of the fonts of the first view.'),
  faces: z.string().describe('`@font-face` rules.'),
  css: z.string().describe('Rules of the cascade layer `theme`.'),
  pairs: z.array(pairSchema.extend({ preload: z.array(z.string()), faces: z.string() })).default([]),
})

export type Theme = z.infer<typeof themeSchema>

/** Colours and display type of the published page, for what stands before it. */
export const pageLookSchema = z.object({
  light: plainTones,
  dark: plainTones,
  display: z.object({ family: z.string(), weight: z.number() }),
  faces: z.string().describe('`@font-face` rules of that family.'),
})
export type PageLook = z.infer<typeof pageLookSchema>

/** What the check of a theme found. Only an error refuses it. */
const themeProblemSchema = z.object({
  file: z.string(),
  line: z.int().optional(),
  level: z.enum(['error', 'warning', 'advice']),
  message: z.string(),
})
export type ThemeProblem = z.infer<typeof themeProblemSchema>

/** File and line of a problem: `theme.css:12`. */
export const placeOf = ({ file, line }: ThemeProblem): string => file + (line === undefined ? '' : `:${line}`)

/** A problem in a line: `theme.css:12: url() is not allowed, since this CSS loads nothing.` */
export const problemLine = (problem: ThemeProblem): string => `${placeOf(problem)}: ${problem.message}`

/** Bytes that a theme may have, as files and as the zip. */
export const mostThemeBytes = 5 * 2 ** 20

/** A theme of somebody else, as it is kept in the store. */
const ownThemeSchema = z.object({
  id: z.string(),
  name: z.string(),
  problem: z.string().nullable().describe('Why this version of Vitrine cannot use it.'),
})
export type OwnTheme = z.infer<typeof ownThemeSchema>

export const themeCalls = () =>
  ({
    'GET /api/themes': { answer: z.object({ themes: z.array(themeSchema), own: z.array(ownThemeSchema) }) },
    'POST /api/themes': {
      upload: true,
      answer: z.object({ theme: themeSchema, problems: z.array(themeProblemSchema) }),
    },
    'DELETE /api/themes/:id': { answer: nothing() },
  }) satisfies Calls
