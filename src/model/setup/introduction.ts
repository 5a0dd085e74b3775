import { type DataOf, fields, shapeOf } from '../fields/fields.ts'
import { type Settings, settingFields } from '../settings/settings.ts'
import { asMarkdown } from '../text-rules.ts'
import { type Language, languageOf } from '../words/languages.ts'
import { filled, type Template } from '../words/template.ts'
import type { z } from '../zod.ts'

/** Facts about the owner, asked once on a new site and written wherever the page uses them. */
export const introductionFields = {
  language: settingFields.language,
  work: fields.select({
    label: 'Kind of work',
    options: ['both', 'pictures', 'words'],
    labels: ['Both', 'Pictures', 'Words or code'],
    help: 'Pictures stand whole and come first on the page; words and code are an index. Settings, Look, can change it.',
  }),
  theme: {
    ...settingFields.theme,
    label: 'Look',
    help: 'Drawn with what is on your page now. You can change it at any time.',
  },
  name: fields.text({ label: 'Name', max: 80 }),
  role: settingFields.role,
  live: fields.text({ label: 'Location', help: 'Where you live now.' }),
  headline: fields.text({
    label: 'Headline',
    max: 80,
    required: false,
    help: 'One line under your name, such as what you make. You can add more later.',
  }),
  introduction: settingFields.introduction,
  portrait: fields.image({ label: 'Portrait', required: false, help: 'Empty: the page goes without one.' }),
  email: fields.email({ label: 'Email', help: 'Shown in About and in the footer.' }),
  age: fields.integer({ label: 'Age', min: 1, max: 150, required: false, help: 'Empty: not on the page.' }),
  from: fields.text({ label: 'From', required: false, help: 'Where you were born. Empty: not on the page.' }),
  links: { ...settingFields.socials, label: 'Links', help: 'Your profiles elsewhere, in the footer.' },
  cv: { ...settingFields.cv, help: 'A PDF to upload, or a link. Empty: the CV made from your entries.' },
  registration: {
    ...settingFields.registration,
    label: 'Strangers may register',
    help: 'They become members, who cannot edit. Without this, only people with an invitation can register.',
    empty: false,
  },
}

const { language, work, theme, introduction, registration, ...facts } = introductionFields
const settings = { language, work, theme, introduction, registration }

/** Without an answer, a setting stays as it is. */
export type Introduction = DataOf<typeof facts> & Partial<DataOf<typeof settings>>

export const introductionSchema = (shapeOf(facts, 'schema') as unknown as z.ZodObject).extend(
  (shapeOf(settings, 'schema') as unknown as z.ZodObject).partial().shape,
) as unknown as z.ZodType<Introduction>

/** The settings that suit a kind of work; what the owner has set of the sections, such as titles, is kept. */
export const settingsFor = (
  work: Introduction['work'],
  { sections }: Pick<Settings, 'sections'>,
): Partial<Settings> => {
  if (work === 'words') return { portfolioLayout: 'index' }
  if (work !== 'pictures') return {}
  const placeOf = (id: string) => ['home', 'portfolio', id].indexOf(id)
  return { portfolioLayout: 'rows', sections: sections.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) }
}

/** The answers as Settings, which leave empty what About has, and as About's first entry. */
export const introduced = (
  { name, headline, live, portrait, email, age, from, links, work, ...own }: Introduction,
  settings: Pick<Settings, 'sections'>,
) => ({
  settings: {
    ...own,
    ...settingsFor(work, settings),
    ...{ name: '', email: '', location: '', description: '' },
    ...{ headlines: headline === '' ? [] : [headline], socials: links },
  },
  about: { image: portrait, name, email, age, show_age: age !== null, from, show_from: from !== '', live },
})

// The answers stand as they were typed: where a language would inflect them, after a colon.
const drafts: Readonly<Record<Language, Template<'name' | 'role' | 'place'>>> = {
  en: 'I am {name}, {role}, based in {place}.',
  de: 'Ich bin {name}, {role}, und lebe in {place}.',
  fr: 'Je m’appelle {name}. Mon métier : {role}. Mon port d’attache : {place}.',
  es: 'Soy {name}, {role}, y vivo en {place}.',
  pt: 'O meu nome é {name}. Profissão: {role}. Vivo aqui: {place}.',
  it: 'Mi chiamo {name}. La mia professione: {role}. La mia base: {place}.',
  nl: 'Ik ben {name}, {role}, en ik woon in {place}.',
  pl: 'Nazywam się {name}. Mój zawód: {role}. Mieszkam tutaj: {place}.',
  sv: 'Jag heter {name}, är {role} och bor i {place}.',
  nb: 'Jeg heter {name}, er {role} og bor i {place}.',
  da: 'Jeg hedder {name}, er {role} og bor i {place}.',
  cs: 'Jmenuji se {name}. Moje profese: {role}. Bydlím tady: {place}.',
  uk: 'Мене звати {name}. Мій фах: {role}. Живу тут: {place}.',
  tr: 'Ben {name}. Mesleğim: {role}. Yaşadığım yer: {place}.',
  ar: 'اسمي {name}. مهنتي: {role}. أعيش في {place}.',
  ja: '{name}と申します。職業は{role}、拠点は{place}です。',
}

/** A first text about oneself in the page's language, from these answers and nothing else; empty until all three are given. */
export const introductionDraft = ({ language = 'en', name, role, live }: Partial<Introduction>): string => {
  const [person, job, place] = [name, role, live].map((answer) => answer?.trim() ?? '')
  if (!person || !job || !place) return ''
  const answers = { name: asMarkdown(person), role: asMarkdown(job), place: asMarkdown(place) }
  return filled(drafts[languageOf(language)], answers)
}
