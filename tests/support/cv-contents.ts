import { examples } from '../../src/model/content/examples.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { withPerson } from '../../src/model/settings/with-person.ts'
import { emptyContent, exampleContent } from './example-content.ts'

/** Text that means something to Typst, to XML or to a shell. */
export const hostile = [
  '#import "@preview/cetz:0.3.1": *',
  '#read("/etc/passwd") $x^2$ \\u{41} @label <label>',
  '// no comment /* nor this */ *bold* _emph_ `raw` ~ = -- --- ...',
  '"quoted" \'single\' {code} [content] #{1+1} & <w:t> ]]> %n',
] as const

const named = (name: string): Content => {
  const content = exampleContent()
  content.settings = { ...content.settings, name }
  return content
}

const many = (): Content => {
  const content = exampleContent()
  const [job, education, project] = [content.experiences[0], content.educations[0], content.projects[0]]
  if (!job || !education || !project) throw new Error('There is no example.')
  const twenty = <T extends object>(entry: T, name: string) =>
    Array.from({ length: 20 }, (_, index) => ({ ...entry, id: `${name}-${index}`, order: index + 1 }))
  content.experiences = twenty({ ...job, highlights: ['Eleven steps to four', 'Two releases a week'] }, 'job')
  content.educations = twenty(education, 'education')
  content.projects = twenty(project, 'project')
  return content
}

const leftward = (): Content => {
  const content = exampleContent()
  const [job, education, project] = [content.experiences[0], content.educations[0], content.projects[0]]
  if (!job || !education || !project) throw new Error('There is no example.')
  const person = { name: 'ميرا سولبرغ', email: 'hello@mira.example', live: 'لشبونة، البرتغال' }
  content.about = content.about.map((entry) => ({ ...entry, ...person }))
  content.settings = withPerson(
    {
      ...content.settings,
      ...{ name: '', location: '', language: 'ar', role: 'مطورة مواقع مستقلة' },
      introduction: 'أبني مواقع سريعة وسهلة الوصول لمن لديهم عمل يديرونه.',
      description: 'تبني ميرا مواقع سريعة وسهلة الوصول لمن لديهم عمل يديرونه.',
    },
    person,
  )
  content.experiences = [
    {
      ...job,
      ...{
        name: 'مطورة ويب',
        program: 'فريق كامل',
        company: 'شركة السفر',
        location: 'ترومسو',
        start_month: 5,
        end_month: 6,
      },
      about: 'كنت واحدة من تسعة أشخاص في فريق الحجز، واختصرت النموذج من إحدى عشرة خطوة إلى أربع.',
      highlights: ['نموذج من أربع خطوات', 'إصداران كل أسبوع'],
    },
  ]
  content.educations = [
    { ...education, faculty: 'تصميم التفاعل', university: 'مدرسة التصميم', about: 'رسالة عن الجداول.' },
  ]
  content.projects = [
    { ...project, title: 'جدول العبارات', summary: 'جدول لإحدى عشرة جزيرة.', tags: ['واجهة', 'خرائط'] },
  ]
  content.skills = ['تصميم', 'برمجة'].map((name, index) => ({ id: name, order: index + 1, name, percent: null }))
  content.languages = [{ id: 'l', order: 1, name: 'العربية', level: 'native' }]
  return content
}

/** Talks with links, names alone, and publications. */
export const listed = (): Content => {
  const content = exampleContent()
  const item = { year: null, month: 0 as const, place: '', url: '', text: '', links: [] }
  const [talks] = examples.lists
  if (!talks) throw new Error('There is no example.')
  const written = { ...item, title: 'The right to a slow connection', place: 'A List Aside', text: 'An essay.' }
  const lists = [
    ...[talks, { ...talks, title: 'In the press', kind: 'press' as const }],
    {
      ...talks,
      title: 'Clients',
      kind: 'clients' as const,
      items: [
        { ...item, title: 'Kystverket' },
        { ...item, title: 'Fio' },
      ],
    },
    {
      ...{ ...talks, title: 'Writing', kind: 'publications' as const },
      items: [{ ...written, year: 2022, month: 3 as const, url: 'https://aside.example/slow' }],
    },
  ]
  content.lists = lists.map((list, index) => ({ ...list, id: `list-${index + 1}`, order: index + 1 }))
  return content
}

const inLanguage = (language: string, texts: { role: string; about: string; title: string }): Content => {
  const content = exampleContent()
  content.settings = { ...content.settings, language, role: texts.role }
  content.experiences = content.experiences.map((entry) => ({ ...entry, name: texts.title, about: texts.about }))
  return content
}

/** Contents of which a CV has to be made, by what is special about them. */
export const cvContents: ReadonlyMap<string, () => Content> = new Map<string, () => Content>([
  ['the sample', exampleContent],
  ['an empty site', emptyContent],
  ['60 entries', many],
  ['a name of 80 characters', () => named('Anna-Magdalena '.repeat(6).slice(0, 79).padEnd(80, 'x'))],
  ['lists', listed],
  ['Arabic', leftward],
  [
    'Ukrainian',
    () => inLanguage('uk', { role: 'Розробниця', title: 'Ґанок і її їжак', about: 'Об’єднала п’ять сервісів.' }),
  ],
  [
    'Turkish',
    () => inLanguage('tr', { role: 'Geliştirici', title: 'Işıklı ağaç', about: 'Şöyle böyle çığır açtı, İğne.' }),
  ],
  [
    'Japanese',
    () => inLanguage('ja', { role: 'ウェブ開発者', title: '鉄道会社の開発者', about: '予約画面を四段階にした。' }),
  ],
  [
    'hostile text',
    () => {
      const content = exampleContent()
      content.settings = { ...content.settings, role: hostile[0], description: hostile[1] }
      content.experiences = content.experiences.map((entry) => ({
        ...entry,
        name: hostile[2],
        about: hostile.join('\n'),
      }))
      content.skills = hostile.map((name, index) => ({ id: `s${index}`, order: index + 1, name, percent: 1 }))
      return content
    },
  ],
])
