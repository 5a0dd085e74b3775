import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }

const pageOf = (content: Content): string =>
  [...createSite(assets, { markup: drawnAtOnce }).pages(content)].find(({ path }) => path === '/')?.body ?? ''
const resumeOf = (content: Content): string => /<section id="resume".*?<\/section>/s.exec(pageOf(content))?.[0] ?? ''
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

const withExperience = (values: Partial<PublishedEntry<'experiences'>>, language = 'en'): Content => {
  const content = exampleContent()
  content.settings.language = language
  content.experiences = content.experiences.map((entry) => ({ ...entry, ...values }))
  return content
}

const certificate = { id: 'c', order: 1, title: 'Cloud architect', issuer: '', year: null, url: '' }

describe('the resume', () => {
  it('shows a job without the new facts in the very markup of before', () => {
    const about = exampleContent().experiences[0]?.about.replaceAll('&', '&amp;')
    expect(resumeOf(exampleContent())).toContain(
      '<li class="timeline-item"><p class="timeline-years" dir="auto">2019 – 2020</p><div>' +
        '<h4 class="timeline-name" dir="auto">Web Developer</h4><p class="timeline-place" dir="auto">Full Stack</p>' +
        `<p class="timeline-text" dir="auto">${about}</p></div></li>`,
    )
  })

  it('shows company, place, link and highlights of a job', () => {
    const html = resumeOf(
      withExperience({
        company: 'Nordfly <i>',
        location: 'Bodø',
        url: 'https://nordfly.example',
        highlights: ['Booking form from eleven steps to four', 'Two releases a week'],
      }),
    )
    expect(html).toContain(
      '<p class="timeline-place" dir="auto"><bdi>Full Stack</bdi> · ' +
        '<bdi><a href="https://nordfly.example">Nordfly &lt;i&gt;</a></bdi> · <bdi>Bodø</bdi></p>',
    )
    expect(html).toContain('<li dir="auto">Two releases a week</li>')
  })

  it('tells of skills and how well they are known what the owner wants shown, in the twin and structured data too', () => {
    const told = (skillsLayout: Content['settings']['skillsLayout']) => {
      const content = exampleContent()
      content.settings.skillsLayout = skillsLayout
      const pages = new Map([...createSite(assets).pages(content)].map((page) => [page.path, page]))
      const twin = pages.get('/index.md')?.later?.().body
      const [name = '', number] = [content.skills[0]?.name, content.skills[0]?.percent]
      return [
        [resumeOf(content), `>${name}<`],
        [resumeOf(content), `>${number}\u00a0%<`],
        [twin, `- ${name}`],
        [twin, `${name}: ${number}`],
        [pages.get('/')?.body, `"knowsAbout":["${name}"`],
      ].map(([text, part = '']) => text?.includes(part))
    }
    expect(told('meters')).toEqual([true, true, true, true, true])
    expect(told('words')).toEqual([true, false, true, false, true])
    expect(told('none')).toEqual([false, false, false, false, false])
    const alone = { ...emptyContent(), skills: exampleContent().skills }
    alone.settings.skillsLayout = 'none'
    expect(pageOf(alone)).not.toContain('#resume')
  })

  it('has the link at the title of a job that names no company', () => {
    const html = resumeOf(withExperience({ url: 'https://nordfly.example' }))
    expect(html).toContain('dir="auto"><a href="https://nordfly.example">Web Developer</a></h4>')
  })

  it('writes months in the language of the page, and leaves them off what is no year alone', () => {
    const months = { start_month: 5, end_month: 6 } as const
    expect(textOf(resumeOf(withExperience(months)))).toContain('May 2019 – Jun 2020')
    expect(textOf(resumeOf(withExperience(months, 'de')))).toContain('Mai 2019 – Juni 2020')
    expect(textOf(resumeOf(withExperience(months, 'en-aa-bb')))).toContain('May 2019 – Jun 2020')
    const ongoing = { ...months, start_year: 'spring 2019', end_year: 'Present' }
    expect(textOf(resumeOf(withExperience(ongoing)))).toContain('spring 2019 – Present')
  })

  it('shows degree, place and link of an education', () => {
    const content = exampleContent()
    const facts = { degree: 'MA', location: 'Lisbon', url: 'https://tejo.example', university: 'Tejo' }
    content.educations = content.educations.map((entry) => ({ ...entry, ...facts }))
    expect(resumeOf(content)).toContain(
      '<bdi>MA</bdi> · <bdi><a href="https://tejo.example">Tejo</a></bdi> · <bdi>Lisbon</bdi>',
    )
  })

  it('has its parts in the owner’s order, on the page and in its Markdown twin', () => {
    const content = exampleContent()
    const titlesIn = (text: string) =>
      ['Education', 'Experience', 'Skills'].toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
    const partsOf = (of: Content) => {
      const twin = [...createSite(assets, { markup: drawnAtOnce }).pages(of)].find(({ path }) => path === '/index.md')
      const [, inTwin = ''] = (twin?.later?.() ?? twin)?.body.split('## Resume') ?? []
      return [titlesIn(textOf(resumeOf(of))), titlesIn(inTwin)]
    }
    const asSpecified = ['Education', 'Experience', 'Skills']
    expect(partsOf(content)).toEqual([asSpecified, asSpecified])
    content.settings.resumeOrder = ['skills', 'experiences', 'educations', 'certificates', 'languages']
    const own = ['Skills', 'Experience', 'Education']
    expect(partsOf(content)).toEqual([own, own])
  })

  it('says nothing of certificates and languages while there are none', () => {
    expect(resumeOf(exampleContent())).not.toMatch(/Certificates|Languages|language"/)
  })

  it('shows certificates with their links and languages with their levels', () => {
    const content = exampleContent()
    content.certificates = [
      { ...certificate, issuer: 'Open School', year: 2024, url: 'https://check.example/7' },
      { ...certificate, id: 'bare', title: 'Swimming' },
    ]
    content.languages = [
      { id: '1', order: 1, name: 'Norwegian', level: 'native' },
      { id: '2', order: 2, name: 'Portuguese', level: 'C1' },
      { id: '3', order: 3, name: 'Morse', level: '' },
    ]
    const html = resumeOf(content)
    const text = textOf(html)
    for (const part of ['Certificates', '2024', 'Open School', 'Swimming', 'Native', 'Fluent (C1)', 'Morse'])
      expect(text).toContain(part)
    expect(html).toContain('<a href="https://check.example/7">Cloud architect</a>')
    expect(html).not.toMatch(/<p [^>]*><\/p>/)
  })

  it('stands on the page for certificates alone', () => {
    const content = exampleContent()
    Object.assign(content, { educations: [], experiences: [], skills: [], certificates: [certificate] })
    content.settings.counters = []
    expect(resumeOf(content)).toContain('Cloud architect')
    expect(resumeOf({ ...content, certificates: [] })).toBe('')
  })

  it('is valid HTML with all of it', async () => {
    const content = withExperience({ company: 'Nordfly', url: 'https://nordfly.example', highlights: ['One'] })
    content.certificates = [certificate]
    content.languages = [{ id: '1', order: 1, name: 'Norwegian', level: 'C2' }]
    expect(await htmlProblems(pageOf(content))).toEqual([])
  })
})

describe('a counter', () => {
  it('counts what is published of a collection, and shows its typed number otherwise', () => {
    const content = exampleContent()
    content.settings.counters = [
      { value: 10, label: 'certificates', counts: 'certificates' },
      { value: 7, label: 'cats', counts: '' },
    ]
    content.certificates = [certificate, { ...certificate, id: 'd' }]
    expect(resumeOf(content)).toContain('data-counter="2">2</span>')
    expect(resumeOf(content)).toContain('data-counter="7">7</span>')
    expect(resumeOf({ ...content, certificates: [] })).toContain('data-counter="0">0</span>')
  })
})
