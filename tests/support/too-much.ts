import { blocksOfText } from '../../src/model/blocks/blocks-to-markdown.ts'
import { collectionNames, collections, type EntryData } from '../../src/model/content/collections.ts'
import type { Collection } from '../../src/model/content/define-collection.ts'
import type { Field } from '../../src/model/fields/fields.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createSettings } from '../../src/server/settings/settings-store.ts'

const by = 'too-much'

/** Exactly that many characters, the last of the words cut. */
const long = (words: string, length: number) =>
  words
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .trim()
    .padEnd(length, '.')

const latin = 'Considerably longer than anybody who drew this page had in mind, '
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const arabic = 'مرحبا بكم في موقعي وهذا نص طويل جدا لا يكاد ينتهي حتى يبدأ من جديد، '
const hebrew = 'שלום לכולם וברוכים הבאים אל האתר שלי שאין לו סוף ואין לו התחלה, '
const chinese = '这是一段很长的文字用来看看页面在没有空格的情况下会怎样换行'

const tongues = [latin, unbroken, arabic, hebrew, chinese]
const tongue = (index: number) => tongues[index % tongues.length] as string

/** How much each collection then holds; others hold twelve. */
export const tooMany = {
  projects: 40,
  testimonials: 12,
  services: 14,
  skills: 24,
  educations: 9,
  experiences: 9,
  certificates: 24,
  languages: 12,
  lists: 5,
  pages: 12,
  about: 1,
}

/** What is not simply as full as its kind allows. */
type Make = { [N in keyof typeof tooMany]?: (index: number, image: string) => Partial<EntryData<N>> }

const make: Make = {
  about: (_, image) => ({
    image,
    name: long(unbroken, 60),
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
    age: 150,
    show_age: true,
    from: long(latin, 120),
    show_from: true,
    live: long(arabic, 120),
  }),
  testimonials: (index, image) => ({
    relation: '',
    source: '',
    consent: '',
    image: index % 3 === 0 ? null : image,
    fullname: long(tongue(index), 60),
    role: long(tongue(index), 80),
    company: long(tongue(index + 1), 80),
    country: long(tongue(index + 1), 60),
    show_country: true,
    feedback: long(tongue(index), 2000),
    email: 'client@example.com',
    star: index % 6,
  }),
  projects: (index, image) => ({
    title: long(tongue(index), 60),
    slug: `a-project-with-a-very-long-address-indeed-${index}`,
    categories: [['design', 'brand', 'photos'][index % 3] ?? 'design'],
    size: (['small', 'medium', 'large', 'small', 'small'] as const)[index % 5] ?? 'small',
    image,
    summary: long(tongue(index + 2), 300),
    blocks: blocksOfText(
      `# ${long(tongue(index), 60)}\n\n${long(tongue(index), 3000)}\n\n- ${long(unbroken, 200)}\n\n\`${long('code', 200)}\``,
    ),
    url: `https://example.com/${'long/'.repeat(80)}`,
    year: 2200,
    tags: Array.from({ length: 12 }, (_, tag) => long(tongue(tag), 30)),
    client: long(tongue(index + 1), 80),
    role: long(unbroken, 80),
    period: long(tongue(index), 60),
    team: Array.from({ length: 20 }, (_, one) => long(tongue(one), 80)),
    awards: Array.from({ length: 12 }, (_, one) => long(tongue(one), 120)),
    links: Array.from({ length: 8 }, (_, one) => ({ label: long(tongue(one), 60), url: `https://example.com/${one}` })),
    cover: null,
    imageFit: 'whole',
  }),
  educations: (index) => ({
    start_year: 1950 + index,
    end_year: 2200,
    faculty: long(tongue(index), 60),
    university: long(tongue(index + 1), 60),
    about: long(tongue(index), 1000),
    degree: long(tongue(index + 2), 60),
    location: long(unbroken, 60),
    url: `https://example.com/${index}`,
  }),
  experiences: (index) => ({
    start_year: '1950',
    end_year: '2200',
    name: long(tongue(index), 60),
    program: long(tongue(index + 1), 60),
    about: long(tongue(index), 1000),
    company: long(tongue(index + 2), 60),
    location: long(unbroken, 60),
    url: `https://example.com/${index}`,
    start_month: 9,
    end_month: 11,
    highlights: Array.from({ length: 12 }, (_, line) => long(tongue(line), 200)),
  }),
  skills: (index) => ({ name: long(tongue(index), 60), percent: (index * 13) % 101 }),
  certificates: (index) => ({
    title: long(tongue(index), 60),
    issuer: long(tongue(index + 1), 60),
    year: 2200,
    url: `https://example.com/${index}`,
  }),
  languages: (index) => ({ name: long(tongue(index), 60), level: index % 2 === 0 ? 'native' : 'B2' }),
  lists: (index) => ({
    title: long(tongue(index), 80),
    kind: (['talks', 'exhibitions', 'press', 'clients', 'publications'] as const)[index % 5] ?? 'other',
    link: index % 2 === 0 ? 'navbar' : 'footer',
    items: Array.from({ length: 200 }, (_, one) => ({
      year: index % 5 === 3 ? null : 2200 - Math.floor(one / 7),
      month: 9,
      title: long(tongue(one), 200),
      place: long(tongue(one + 1), 120),
      url: `https://example.com/${'long/'.repeat(80)}`,
      text: long(tongue(one + 2), 200),
      links: Array.from({ length: 4 }, (_, link) => ({
        label: long(tongue(link), 40),
        url: `https://example.com/${link}`,
      })),
    })),
  }),
  pages: (index, image) => ({
    title: long(tongue(index), 60),
    slug: `a-page-with-a-very-long-address-indeed-${index}`,
    placement: index % 4 === 0 ? 'section' : 'page',
    link: index % 2 === 0 ? 'navbar' : 'footer',
    blocks: [
      { id: 'text', kind: 'text', markdown: `# ${long(tongue(index), 60)}\n\n${long(tongue(index), 3000)}` },
      { id: 'image', kind: 'image', image, caption: long(tongue(index + 1), 300), fit: 'whole', width: 'wide' },
    ],
  }),
  services: (index) => ({
    icon: 'code',
    title: long(tongue(index), 60),
    text: long(tongue(index), 400),
  }),
}

/** Each field as full as its kind allows. */
const madeOf = ({ name, fields }: Collection, index: number, image: string): Record<string, unknown> => {
  const full = ({ kind, max = 60, empty }: Field) => {
    if (kind === 'text' || kind === 'textarea') return long(tongue(index), max)
    if (kind === 'integer' || kind === 'percent' || kind === 'rating') return max
    const values: Partial<Record<Field['kind'], unknown>> = {
      list: Array.from({ length: 12 }, (_, line) => long(tongue(line), max)),
      ...{ image, url: `https://example.com/${'long/'.repeat(80)}`, slug: `${name}-${index}` },
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
    }
    return values[kind] ?? empty
  }
  return Object.fromEntries(Object.entries(fields).map(([field, one]) => [field, full(one)]))
}

/** Fills a data directory that has the samples with far more than they are: long names, long texts, right-to-left, no spaces. */
export const fillWithTooMuch = async (dataDir: string): Promise<void> => {
  const db = await openDatabase({ dataDir })
  try {
    const entries = createEntries(db)
    const { projects } = await entries.published()
    const images = projects.flatMap(({ image }) => image ?? [])
    if (images.length === 0) throw new Error('The samples have no images to reuse.')
    for (const name of collectionNames) {
      for (const { id } of (await entries.published())[name]) await entries.remove(name, id, { by })
      const own = new Map<string, (index: number, image: string) => unknown>(Object.entries(make)).get(name)
      const count = new Map(Object.entries(tooMany)).get(name) ?? 12
      for (let index = 0; index < count; index++) {
        const image = images[index % images.length] as string
        const made = madeOf(collections[name] as unknown as Collection, index, image)
        const data = { ...made, ...(own?.(index, image) as object | undefined) }
        await entries.create(name as string, data, { by })
      }
    }
    await createSettings(db).update(
      {
        name: long(latin, 60),
        role: long(arabic, 80),
        headlines: tongues.map((words) => long(words, 80)),
        location: long(unbroken, 120),
        introduction: long(latin, 4000),
        contactSentence: long(hebrew, 160),
        counters: [1_000_000, 0, 999_999, 7].map((value, index) => ({
          value,
          label: long(tongue(index), 40),
          counts: '' as const,
        })),
        socials: tongues.map((words, index) => ({ label: long(words, 40), url: `https://example.com/${index}` })),
      },
      { by },
    )
  } finally {
    await db.close()
  }
}
