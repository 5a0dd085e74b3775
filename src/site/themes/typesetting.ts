import { languageOf, quotationMarks } from '../../model/words/languages.ts'

/** Fonts of visitors' machines for scripts that no theme brings, by kind; those that stand in for a theme's have Greek and Cyrillic. */
const systemFonts: readonly (readonly [languages: RegExp, serif: string, sans: string])[] = [
  [
    /^(?:ar|fa|ur|ps|ckb|sd|ug)$/,
    '"Noto Naskh Arabic","Geeza Pro","Sakkal Majalla","Traditional Arabic"',
    '"SF Arabic","Segoe UI","Noto Sans Arabic","Geeza Pro"',
  ],
  [/^(?:he|yi)$/, '"Noto Serif Hebrew","New Peninim MT",David', '"SF Hebrew","Segoe UI","Noto Sans Hebrew"'],
  [
    /^ja$/,
    '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP"',
    '"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP"',
  ],
  [
    /^zh$/,
    '"Songti SC","Noto Serif CJK SC","Noto Serif SC",SimSun',
    '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC"',
  ],
  [/^ko$/, '"Nanum Myeongjo","Noto Serif CJK KR",Batang', '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR"'],
]

const standIns = { display: /--display-fallbacks:([^;}]*)/, text: /--text-fallbacks:([^;}]*)/ }

/** The end of a font stack: what the page's language needs, in the kind of the fonts that stand in for the theme's. */
export const systemFontsFor = (language: string, faces: string, use: 'display' | 'text'): string => {
  const [base = ''] = language.toLowerCase().split('-')
  const found = systemFonts.find(([languages]) => languages.test(base))
  if (!found) return ''
  const [, families = ''] = standIns[use].exec(faces) ?? []
  return `,${/(?:^|,)\s*serif/.test(families) ? found[1] : found[2]}`
}

/** Running text. Names, titles and labels break where their styles say. */
const texts =
  '.prose,.service-text,.timeline-text,.timeline-highlights,.quote-text,.list-text,.card-summary,.index-sentence'

/** Letters of a word that may be divided, and of its parts. Languages without words or without hyphens are not here. */
const hyphenated = new Map(
  Object.entries({
    '9 4 4': ['de', 'nl', 'sv', 'nb', 'no', 'nn', 'da', 'fi', 'hu'],
    '7 3 3': ['fr', 'es', 'pt', 'it', 'pl', 'cs', 'uk', 'ru', 'tr', 'el', 'ca', 'hr', 'sk', 'sl'],
  }).flatMap(([limit, languages]) => languages.map((language) => [language, limit])),
)

/**
 * Rules for the language of the page: its quotation marks, and where words may be divided. English has none: browsers know its marks, and
 * its words are short enough for lines that end where they do.
 */
export const languageRules = (language: string): string => {
  const [base = ''] = language.toLowerCase().split('-')
  const limit = hyphenated.get(base)
  const known = languageOf(language)
  const marks = known === 'en' ? undefined : quotationMarks(known)
  return [
    ...(marks ? [`:root{quotes:${marks.map((mark) => `"${mark}"`).join(' ')}}`] : []),
    ...(limit ? [`:is(${texts}){hyphens:auto;hyphenate-limit-chars:${limit}}:is(code,pre){hyphens:manual}`] : []),
  ].join('')
}
