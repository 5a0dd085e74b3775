import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { cvContents, listed } from '../../../tests/support/cv-contents.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { pdfFacts, pdfWords, readsPdf, wordsOf } from '../../../tests/support/pdf-text.ts'
import { filesOf } from '../../../tests/support/zip-files.ts'
import { createAnonymizer } from '../../model/cv/anonymizer.ts'
import { type CvKind, cvKinds } from '../../model/cv/cv.ts'
import { type NewCvVariant, newCvVariantSchema } from '../../model/cv/variant.ts'
import { variantFactsOf } from '../../model/cv/variant-facts.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { cvSnapshot } from './cv.ts'
import { createCvForms, createCvProcess } from './cv-forms.ts'
import { cvText, variantSource } from './cv-source.ts'

const cvProcess = createCvProcess({ timeoutMs: 120_000 })
afterAll(cvProcess.close)
const make = createCvForms({ process: cvProcess, variant: async () => undefined })

const url = 'https://mira-builds.example'

const variant = (fields: Partial<NewCvVariant>) => newCvVariantSchema.parse({ name: 'acme', ...fields })

/** Every text that is in a file, packed or not, and the headers with which it is sent. */
const everythingIn = async (kind: CvKind, content: Content, fields: Partial<NewCvVariant>): Promise<string> => {
  const source = variantSource(content, url, variant(fields))
  const { bytes } = await make(kind, source)
  const { head } = (await cvSnapshot(kind, { bytes, title: source.document.title }, [])).answers[0] ?? {}
  const file = Buffer.from(bytes)
  const inside =
    kind === 'docx'
      ? [...filesOf(file)].flat().map(String)
      : [...file.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = '']) => {
          try {
            return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
          } catch {
            return []
          }
        })
  const read = kind === 'pdf' && readsPdf ? [pdfWords(bytes).join(' '), ...[...pdfFacts(bytes)].flat()] : []
  // Titles of a PDF may be in UTF-16.
  const wide = file.toString('latin1').replaceAll('\0', '')
  return [head?.text, file.toString('utf8'), file.toString('latin1'), wide, ...inside, ...read].join('\n')
}

/** The sample, with what says whose it is in every place that a CV says. */
const telling = (): Content => {
  const content = exampleContent()
  const says =
    'Mira Solberg, “Solberg, Mira”, MIRA SOLBERG’s hello@mirasolberg.example, studio@waves.example, mira-builds.example/x, +47 22 33 44 55, @mirasolberg'
  const [job, education] = [content.experiences[0], content.educations[0]]
  if (!job || !education) throw new Error('There is no example.')
  content.settings = {
    ...content.settings,
    email: 'studio@waves.example',
    role: 'Mira Solberg, developer',
    description: `By ${says}.`,
    socials: [...content.settings.socials, { label: 'Call', url: 'tel:+4722334455' }],
  }
  const own = { company: 'Mira Solberg Ltd', location: 'At Mira Solberg’s', highlights: [says, 'Kept fact'] }
  content.experiences = ['https://mira-builds.example/tides', 'https://social.example/@mira/1', '/projects/fio'].map(
    (link, index) => ({
      ...job,
      ...own,
      id: `job-${index}`,
      name: `Job ${index} of Mira Solberg`,
      about: says,
      url: link,
    }),
  )
  content.educations = [{ ...education, about: says, url: 'https://school.example/' }]
  content.lists = listed().lists.map((one) => ({
    ...{ ...one, title: `${one.title} of Mira Solberg`, kind: 'publications' },
    items: one.items.map((item) => ({
      ...{ ...item, title: `${item.title} by Mira Solberg`, place: says.slice(0, 120), text: says.slice(0, 200) },
      ...{
        url: 'https://mira-builds.example/talk',
        links: [{ label: 'Mira Solberg’s', url: 'https://x.example/mira-solberg' }],
      },
    })),
  }))
  content.projects = content.projects.map((one) => ({
    ...one,
    summary: says.slice(0, 300),
    tags: ['Mira Solberg'],
    url: 'https://behance.example/mira-solberg',
  }))
  return content
}

/** By which one would know whose it is. */
const traces = /mira|solberg|hello@|waves|4722334455|22 33 44 55|\/media\//i

describe.skipIf(!readsPdf)('An anonymous variant', () => {
  it.each(cvKinds)('says nowhere whose it is as %s, not in the title, author or name of the file', async (kind) => {
    const anonymous = await everythingIn(kind, telling(), { anonymous: true, portrait: true })
    expect(traces.exec(anonymous)?.[0]).toBeUndefined()
    // The same search finds each of them otherwise.
    const named = await everythingIn(kind, telling(), {})
    for (const trace of ['Mira', 'Solberg', 'studio@']) expect(named).toContain(trace)
  })

  it('keeps what says nothing of the owner, with initials in the place of the name', async () => {
    const source = variantSource(telling(), url, variant({ anonymous: true }))
    const text = cvText(source.document)
    expect(text).toContain('M. S., developer')
    expect(text).toContain('M. S. Ltd')
    expect(text).toContain('• Kept fact')
    expect(text).toContain('Talks of M. S.')
    expect(text).toContain('Forms that forgive by M. S.')
    const { education, basics, meta } = JSON.parse((await make('json', source)).bytes.toString())
    expect(education[0].url).toBe('https://school.example/')
    expect([Object.keys(basics), Object.keys(meta)]).toEqual([['label', 'summary'], ['version']])
  })

  it('has the role in the place of the name, or the word for a CV, and no author', async () => {
    const facts = async (role: string) => {
      const content = exampleContent()
      const source = variantSource(content, url, variant({ anonymous: true, headline: role }))
      const read = pdfFacts((await make('pdf', source)).bytes)
      return [source.document.name, read.get('Title'), read.get('Author')]
    }
    expect(await facts('Web developer')).toEqual(['Web developer', 'Web developer – CV', undefined])
    expect(await facts('')).toEqual(['CV', 'CV', undefined])
  })

  it('names the entries in whose texts a part of the name stands', () => {
    const content = exampleContent()
    const [job] = content.experiences
    if (!job) throw new Error('There is no example.')
    content.experiences = [
      { ...job, id: 'part', about: 'Run by Solbergs and others.' },
      { ...job, id: 'none', about: 'Admiral of nothing.' },
    ]
    const item = { year: null, month: 0 as const, title: 'Talk', place: '', url: '', text: 'With Solberg.', links: [] }
    const list = { order: 1, title: 'Talks', kind: 'talks' as const, link: 'none' as const, items: [item] }
    content.lists = [
      { ...list, id: 'list' },
      { ...list, id: 'other', items: [{ ...item, text: 'Alone.' }] },
    ]
    content.projects = []
    const selection = variant({ anonymous: true, headline: 'Mira, developer', summary: '' })
    expect(variantFactsOf(content, url, selection).named).toEqual([
      { collection: 'headline', id: '', title: 'Mira, developer' },
      { collection: 'experiences', id: 'part', title: 'Web Developer' },
      { collection: 'lists', id: 'list', title: 'Talks' },
    ])
    expect(variantFactsOf(content, url, { ...selection, anonymous: false }).named).toEqual([])
  })

  it.each([
    ['山田太郎', '山田太郎が作った。'],
    ['ميرا سولبرغ', 'صممته ميرا سولبرغ.'],
    ['Jean-Luc O’Neil (Jr.)', 'By Jean-Luc O’Neil (Jr.)!'],
    ['Zoe\u0308 Dahl', 'By Zoë Dahl.'],
    ['Madonna', 'Madonna’s own.'],
    ['Jürgen Bäcker', 'By Juergen Baecker.', 'Juergen'],
    ['Bjørn Łoś', 'By Bjorn Los.', 'Bjorn'],
    ['Mira Solberg', 'By Mi\u00adra Sol\u00adberg.', 'Mi\u00adra'],
    ['Mira Solberg', 'By Mi\u200bra Sol\u2060berg.', 'Sol'],
  ])('takes out the name %s in “%s”', (name, about, written = name) => {
    const content = exampleContent()
    content.about = content.about.map((one) => ({ ...one, name }))
    content.settings = { ...content.settings, name }
    content.experiences = content.experiences.map((one) => ({ ...one, about }))
    const text = cvText(variantSource(content, url, variant({ anonymous: true })).document).normalize('NFC')
    expect(text).not.toContain(written.normalize('NFC'))
    expect(text).toContain(about.slice(-1))
  })

  it.each([
    ['figure dashes', '+47 22‒33‒44‒55'],
    ['minus signs and dots in the middle', '22−33·44·55'],
    ['full-width digits', '＋４７（２２）３３－４４－５５'],
    ['Arabic digits', '٢٢ ٣٣ ٤٤ ٥٥'],
    ['Persian digits', '۲۲ ۳۳ ۴۴ ۵۵'],
    ['Devanagari digits', '२२ ३३ ४४ ५५'],
    ['invisible characters', '22\u206033\u00ad44\u200b55'],
  ])('takes out the telephone number in %s, and no other', (_, number) => {
    const { text } = createAnonymizer(telling(), url)
    expect(text(`Call ${number} now`)).toBe('Call … now')
    expect(text(`Call ${number.replace(/.$/u, '٩')} now`)).toBe(`Call ${number.replace(/.$/u, '٩')} now`)
  })

  it.each([
    ['a soft hyphen within it', 'Mira Solberg', 'Led by Sol\u00adberg'],
    ['ae for ä', 'Jürgen Bäcker', 'Baecker led it'],
    ['a for ä', 'Jürgen Bäcker', 'Backer led it'],
    ['ä for ae', 'Juergen Baecker', 'Bäcker led it'],
    ['ss for ß', 'Ida Groß', 'Gross led it'],
    ['o for ø', 'Ida Sørlie', 'Sorlie led it'],
    ['full-width letters', 'Mira Solberg', 'Ｓｏｌｂｅｒｇ led it'],
  ])('names a text with a part of the name that has %s', (_, name, said) => {
    const content = exampleContent()
    content.about = content.about.map((one) => ({ ...one, name }))
    content.settings = { ...content.settings, name }
    const { isNamedIn } = createAnonymizer(content, url)
    expect([isNamedIn(said), isNamedIn('Led by others')]).toEqual([true, false])
  })

  it('names a text with the name of a profile, which may be another word', () => {
    const content = exampleContent()
    const socials = ['https://forge.example/@tide-maker', 'https://behance.example/ferryfolk/']
    content.settings = { ...content.settings, socials: socials.map((link) => ({ label: 'Profile', url: link })) }
    const { isNamedIn, text } = createAnonymizer(content, url)
    expect(['Find tide-maker there', 'FerryFolk elsewhere', 'A tide table', 'The ferry'].map(isNamedIn)).toEqual([
      ...[true, true],
      ...[false, false],
    ])
    expect(text('By @tide-maker and ferryfolk')).toBe('By … and ferryfolk')
  })
})

describe.skipIf(!readsPdf)('A variant', () => {
  const reworded = (content: Content): Partial<NewCvVariant> => ({
    headline: content.settings.role,
    entries: {
      experiences: content.experiences.map(({ id, name }) => ({ id, text: { name: `2 ${name}` } })).toReversed(),
      skills: content.skills.slice(0, 2).map(({ id }) => ({ id })),
    },
  })

  it.each(
    ['the sample', 'an empty site', '60 entries', 'Arabic', 'Japanese', 'hostile text'].flatMap((name) => [
      [name, false] as const,
      [name, true] as const,
    ]),
  )('of %s says the same words in all forms (anonymous: %s)', async (name, anonymous) => {
    const content = cvContents.get(name)?.() ?? exampleContent()
    const source = variantSource(content, url, variant({ ...reworded(content), anonymous, design: 'lined' }))
    const text = cvText(source.document)
    const pdf = await make('pdf', source)
    expect(pdfWords(pdf.bytes)).toEqual(wordsOf(text))
    expect([pdf.pdf?.missing, pdfFacts(pdf.bytes).get('Tagged')]).toEqual([[], 'yes'])
    expect(Buffer.from(pdf.bytes).includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(true)
    const docx =
      filesOf(Buffer.from((await make('docx', source)).bytes))
        .get('word/document.xml')
        ?.toString() ?? ''
    for (const { items } of source.document.parts)
      for (const { title } of items) expect(docx.replaceAll(/<[^>]+>/g, '')).toContain(title.text.split(/[&<>"']/)[0])
  })

  it('leaves out for one page what stands last in its own order', async () => {
    const content = cvContents.get('60 entries')?.() ?? exampleContent()
    const ids = content.projects.map(({ id }) => id).toReversed()
    const entries = { experiences: [], educations: [], projects: ids.map((id) => ({ id })) }
    const { pdf } = await make('pdf', variantSource(content, url, variant({ onePage: true, entries })))
    expect([pdf?.pages, pdf?.dropped[0]?.id]).toEqual([1, 'project-0'])
  })
})
