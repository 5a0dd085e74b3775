import type { Made } from './finished-site.ts'
import { addAll, formOf, introduce, type Owner } from './first-hour.ts'
import type { Hands } from './hands.ts'

export const rhea: Omit<Owner, 'portrait'> = {
  name: 'Rhea',
  surname: 'Lindqvist',
  email: 'rhea@lindqvist.example',
  role: 'Rust consultant',
  headline: 'Services that hold their latency under load',
  introduction:
    '<p>I help teams whose services must answer <b>in time, every time</b>. I measure first, move the smallest part that matters to Rust, and leave a team behind that can carry it on.</p>',
  location: 'Gothenburg, Sweden',
  links: [
    ['GitHub', 'github.com/rhea-lindqvist'],
    ['Mastodon', 'hachyderm.io/@rhea'],
  ],
}

interface CaseStudy {
  title: string
  year: string
  summary: string
  /** As her editor copies it. */
  text: string
  /** Label, before, after. */
  figures: readonly (readonly [label: string, before: string, value: string])[]
}

const code = (lines: string) => `<pre><code class="language-rust">${lines.replaceAll('<', '&lt;')}</code></pre>`

const cases: readonly CaseStudy[] = [
  {
    title: 'A payment gateway without pauses',
    year: '2025',
    summary: 'The hot path of a card gateway, moved from a garbage-collected runtime to Rust within one quarter.',
    text: `<h2>The problem</h2><p>Once a minute the gateway stood still for 400 ms, and the terminals in the shops timed out with it. More memory only made the pauses <b>rarer and longer</b>.</p>
<h2>What I did</h2><p>We moved the authorisation path alone: a Tokio service with one task for each acquirer, and a bounded queue in front of it. What does not fit the queue is refused at once.</p>
${code(`pub async fn authorise(&self, request: Request) -> Result<Answer, Refused> {
    let permit = self.queue.try_acquire().map_err(|_| Refused::Busy)?;
    let answer = timeout(DEADLINE, self.acquirer.send(request)).await??;
    drop(permit);
    Ok(answer)
}`)}
<h2>What came of it</h2><p>The old service still runs the reports. Nobody has been called at night since May.</p>`,
    figures: [
      ['p99 of an authorisation', '412 ms', '9 ms'],
      ['Servers', '24', '6'],
    ],
  },
  {
    title: 'One parser for eleven meters',
    year: '2024',
    summary: 'Readings of eleven makes of electricity meters, parsed by one library that never panics.',
    text: `<h2>The problem</h2><p>Eleven parsers in three languages, each with its own idea of a frame. A damaged one stopped the import of a whole district.</p>
<h2>What I did</h2><p>A <code>no_std</code> crate that borrows from the buffer and returns an error for whatever it does not know. Eleven weeks of recorded frames became its corpus, and a fuzzer runs every night.</p>
${code(`pub fn parse(frame: &[u8]) -> Result<Reading<'_>, Error> {
    let (header, rest) = Header::split(frame)?;
    let body = rest.get(..header.len()).ok_or(Error::Short)?;
    header.kind().read(body)
}`)}
<p>The crate is open source, with the permission of the grid operator.</p>`,
    figures: [
      ['Imports stopped a month', '17', '0'],
      ['Frames a second', '3,100', '1.4 million'],
    ],
  },
  {
    title: 'A search index that fits in memory',
    year: '2022',
    summary: 'The catalogue search of a library network, rebuilt on a finite state transducer.',
    text: `<h2>The problem</h2><p>Forty-two libraries shared one search cluster that cost more than their new books.</p>
<h2>What I did</h2><p>The catalogue changes once a night. So each night a job builds an immutable index, and every server maps it into memory.</p>
${code(`let map = unsafe { Mmap::map(&File::open(path)?)? };
let titles = fst::Map::new(map)?;
let hits = titles.search(Levenshtein::new(query, 1)?).into_stream();`)}
<p>A server that starts is ready before its health check asks for the first time.</p>`,
    figures: [
      ['Memory of a server', '96 GB', '3 GB'],
      ['A month of hosting', '€ 8,400', '€ 310'],
    ],
  },
  {
    title: 'Teaching a C++ team to borrow',
    year: '2020',
    summary: 'Six months beside a team of nine, from the first lifetime to a release without an unsafe block.',
    text: `<h2>The problem</h2><p>The team knew its domain by heart and its ownership rules by folklore.</p>
<h2>What I did</h2><p>Two days a week of pairing, never a lecture longer than twenty minutes. Each module moved behind its old C interface, so that every step could be shipped.</p>
${code(`#[no_mangle]
pub extern "C" fn route_length(route: Option<&Route>) -> f64 {
    route.map_or(f64::NAN, Route::length)
}`)}
<p>I left in June. The team has released eight times since, without me.</p>`,
    figures: [
      ['Crashes reported a week', '31', '2'],
      ['Unsafe blocks', '214', '0'],
    ],
  },
]

/** Start, end (none where it goes on), position, field, about, company. */
const jobs = [
  [
    '2019',
    '',
    'Consultant',
    'Rust and distributed systems',
    'Latency, memory and correctness for payment, energy and libraries. Usually three months, often with the team beside me.',
    'Lindqvist Systems',
  ],
  [
    '2016',
    '2019',
    'Senior Engineer',
    'Stream processing',
    'Kept the events of four million meters in order. The first Rust service of the company was mine.',
    'Vattenkraft Data',
  ],
  [
    '2014',
    '2016',
    'Software Engineer',
    'Embedded C++',
    'Firmware of ticket machines, and the tests that it had never had.',
    'Spårväg Teknik',
  ],
] as const

const education = [
  '2009',
  '2014',
  'Computer Science',
  'Chalmers University of Technology',
  'Master’s thesis on region inference for a small functional language.',
] as const
const skills = ['Rust', 'Tokio and async', 'Performance analysis', 'Postgres', 'C and C++', 'Fuzzing'] as const
const certificates = [
  ['Certified Kubernetes Administrator', 'CNCF', '2023'],
  ['AWS Solutions Architect', 'Amazon', '2021'],
] as const
const languages = [
  ['Swedish', 'Native'],
  ['English', 'Fluent (C1)'],
  ['German', 'Intermediate (B1)'],
] as const

/** Year, title, place, link. */
const talks = [
  ['2025', 'Backpressure is a feature', 'RustLab, Florence', 'https://talks.example/backpressure'],
  ['2024', 'Parsing what nobody documented', 'EuroRust, Vienna', 'https://talks.example/parsing'],
  ['2023', 'An index you can map', 'Oxidize, Berlin', 'https://talks.example/index'],
  ['2022', 'Lifetimes for C++ people', 'Meeting C++, Berlin', 'https://talks.example/lifetimes'],
  ['2019', 'Four million meters', 'Øredev, Malmö', 'https://talks.example/meters'],
] as const

const table = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

const addCase = async (hands: Hands, study: CaseStudy) => {
  const { page, press, write, paste } = hands
  const { field, button } = formOf(hands)
  await write(field('Title'), study.title)
  await write(field('Summary'), study.summary)
  await press(button('Start writing'))
  await paste(page.locator('.block textarea').first(), study.text)
  await page.locator('.block').nth(3).waitFor()
  await press(button(/^Add a block after block \d$/).last())
  await press(page.getByRole('menuitem', { name: /^Figures/ }))
  await paste(page.locator('.block').last().getByRole('textbox', { name: 'Label', exact: true }), table(study.figures))
  await write(field('Year'), study.year)
}

/** The first case study in the first hour. */
export const firstCase = async (hands: Hands): Promise<void> => {
  const { button, link, told } = formOf(hands)
  await hands.press(link('Add your first project'))
  for (const study of cases.slice(0, 1)) await addCase(hands, study)
  await hands.press(button('Publish'))
  await told('Project published')
}

const addTalks = async (hands: Hands) => {
  const { press, choose, paste } = hands
  const { field, button, menu, link, told } = formOf(hands)
  await press(menu('Lists'))
  await press(link('Add the first one'))
  await choose(field('What it lists'), 'Talks')
  await press(button('Add item'))
  await paste(field('Year'), table(talks))
  await press(button('Publish'))
  await told('List published')
}

export const consult = async (hands: Hands, said: string, owner: Owner) => {
  const { page, press, write, choose } = hands
  const { field, link, menu } = formOf(hands)
  await introduce(hands, said, owner)
  await press(link('Add your first project'))
  await addAll(hands, 'Project', cases, (study) => addCase(hands, study))

  await press(menu('Resume'))
  const create = (section: string) =>
    page.getByRole('region', { name: section, exact: true }).getByRole('link', { name: 'Create' })
  await press(create('Experience'))
  await addAll(hands, 'Experience', jobs, async ([start, end, name, program, about, company]) => {
    await write(field('Start year'), start)
    if (end === '') await press(field('Ongoing'))
    else await write(field('End year'), end)
    await write(field('Name'), name)
    await write(field('Program'), program)
    await write(field('About'), about)
    await write(field('Company'), company)
  })
  await press(create('Education'))
  await addAll(hands, 'Education', [education], async ([start, end, faculty, university, about]) => {
    await write(field('Start year'), start)
    await write(field('End year'), end)
    await write(field('Faculty'), faculty)
    await write(field('University'), university)
    await write(field('About'), about)
  })
  await press(create('Skills'))
  await addAll(hands, 'Skill', skills, (name) => write(field('Name'), name))
  await press(create('Certificates'))
  await addAll(hands, 'Certificate', certificates, async ([title, issuer, year]) => {
    await write(field('Title'), title)
    await write(field('Issuer'), issuer)
    await write(field('Year'), year)
  })
  await press(create('Languages'))
  await addAll(hands, 'Language', languages, async ([name, level]) => {
    await write(field('Name'), name)
    await choose(field('Level'), level)
  })
  await addTalks(hands)
}

export const rheaMade: Made = {
  language: 'en',
  texts: [
    ...[rhea.name, rhea.surname, rhea.role, rhea.headline, rhea.location, rhea.email, 'in time, every time'],
    ...rhea.links.map(([label]) => label),
    ...jobs.flatMap(([, , name, program, about, company]) => [name, program, about, company]),
    ...education.slice(2),
    ...skills,
    ...certificates.flat(),
    ...languages.flat(),
    ...talks.flatMap(([, title, place]) => [title, place]),
  ],
  projects: cases.map(({ title, summary, year, figures }) => ({
    title,
    texts: [summary, year, ...figures.flat()],
    ratios: [],
  })),
}
