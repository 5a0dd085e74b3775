import type { Block } from '../../src/model/blocks/kinds.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createSettings } from '../../src/server/settings/settings-store.ts'

const by = 'case-study'

const code = `export const nextDeparture = (pier: Pier, now: Date) =>
  timetable
    .filter(({ from, leaves }) => from === pier.id && leaves > now && !cancelled.has(\`\${pier.id}/\${leaves.toISOString()}\`))
    .toSorted((one, other) => one.leaves.getTime() - other.leaves.getTime())[0] ?? null // The first boat.`

/** Wider than a phone. */
const table = (say: (text: string) => string): string =>
  [
    `| ${['Pier', 'Boats a day', 'Before', 'After', 'Passengers'].map(say).join(' | ')} |`,
    '| --- | :---: | ---: | ---: | ---: |',
    `| ${say('Skjervøy')} | 12 | 800 ms | 12 ms | 41,000 |`,
    `| ${say('Vannøya')} | 4 | 3 s | 1 s | 900 |`,
  ].join('\n')

/** One of each kind that shows something without an upload, with text of any direction. */
const everyKind = (take: () => string, testimonial: string | null, say: (text: string) => string): Block[] => [
  {
    id: 'text',
    kind: 'text',
    markdown: `## ${say('The question')}\n\n${say('When is the next boat? ').repeat(12)}\n\n${table(say)}`,
  },
  { id: 'image', kind: 'image', image: take(), caption: say('The pier in November.'), fit: 'whole', width: 'wide' },
  {
    id: 'figures',
    kind: 'figures',
    items: [
      {
        label: say('Calls about departure times'),
        before: '60',
        value: '4',
        unit: say('a week'),
        source: say('The office, 2025'),
      },
      { label: say('Weight of the page'), before: '', value: '41', unit: 'kB', source: '' },
      { label: say('Islands'), before: '3', value: '11', unit: '', source: '' },
    ],
  },
  {
    id: 'gallery',
    kind: 'gallery',
    images: [1, 2, 3, 4].map(() => ({ image: take(), caption: say('A screen'), fit: 'whole' })),
    ...{ layout: 'rows', width: 'wide' },
  },
  {
    id: 'compare',
    kind: 'compare',
    before: take(),
    after: take(),
    beforeLabel: say('The old timetable'),
    afterLabel: '',
    caption: say('Sixteen pages, then one.'),
    width: 'wide',
  },
  { id: 'code', kind: 'code', language: 'typescript', code, caption: say('The whole answer.') },
  { id: 'quote', kind: 'quote', testimonial, text: '', name: '', role: '' },
  {
    id: 'words',
    kind: 'quote',
    testimonial: null,
    text: say('We simply like a chat.'),
    name: say('Ingrid Aune'),
    role: say('Office'),
  },
  {
    id: 'link',
    kind: 'link',
    title: say('The timetable'),
    url: 'https://sundlinjen.example/timetable',
    text: say('It is in use.'),
  },
]

const withoutId = ({ id: _, ...block }: Block) => block

/** Gives the first sample project all kinds of blocks, or as many of them and of images as a long case study has. */
export const writeCaseStudy = async (
  dataDir: string,
  { long = false, language = 'en' }: { long?: boolean; language?: string } = {},
): Promise<string> => {
  const database = await openDatabase({ dataDir })
  try {
    const rows = await database.kysely
      .selectFrom('media')
      .innerJoin('renditions', 'renditions.stem', 'media.rendition')
      .select('media.id')
      .where('renditions.type', 'like', 'image/%')
      .orderBy('media.id')
      .execute()
    let taken = 0
    const take = () => rows[taken++ % rows.length]?.id ?? ''
    const entries = createEntries(database)
    const { projects, testimonials } = await entries.published()
    const [project] = projects
    if (!project) throw new Error('There is no sample project.')
    const say = (text: string) => (language === 'ar' ? `${text} مرحبا بكم ` : text)
    const kinds = () => everyKind(take, testimonials[0]?.id ?? null, say)
    const blocks = long
      ? Array.from({ length: 5 }, kinds)
          .flat()
          .slice(0, 40)
          .map((block, n) => ({ id: `b${n}`, ...withoutId(block) }) as Block)
      : kinds()
    const { version } = await entries.get('projects', project.id)
    await entries.update('projects', project.id, { blocks }, { by, version })
    const settings = createSettings(database)
    const { version: based } = await settings.get()
    await settings.update({ language }, { by, version: based })
    return `/projects/${project.slug}`
  } finally {
    await database.close()
  }
}
