import { blocksOfText } from '../blocks/blocks-to-markdown.ts'
import type { DataOf, Fields } from '../fields/fields.ts'
import {
  about,
  certificates,
  type EntryData,
  educations,
  experiences,
  languages,
  lists,
  pages,
  projects,
  services,
  skills,
  testimonials,
} from './collections.ts'
import type { Collection } from './define-collection.ts'

/** Examples of a collection's entries; a field that one leaves out is empty. An image is named by its file in `samples/`. */
const defineExamples = <F extends Fields>(
  { fields }: Collection<F>,
  examples: readonly Partial<DataOf<F>>[],
): readonly DataOf<F>[] => {
  const empty = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.empty])) as DataOf<F>
  return examples.map((example) => ({ ...empty, ...example }))
}

const aboutExamples = defineExamples(about, [
  {
    image: 'portrait.svg',
    name: 'Mira Solberg',
    email: 'hello@mirasolberg.example',
    age: 31,
    show_age: true,
    from: 'Tromsø, Norway',
    show_from: true,
    live: 'Lisbon, Portugal',
  },
])

const certificatesExamples = defineExamples(certificates, [
  {
    title: 'Web accessibility specialist',
    issuer: 'Nordic Accessibility Guild',
    year: 2024,
    url: 'https://certificates.nag.example/7f2c',
  },
  { title: 'Laravel developer, advanced', issuer: 'Artisan School', year: 2022 },
])

const educationsExamples = defineExamples(educations, [
  {
    start_year: 2021,
    end_year: 2022,
    faculty: 'Type and typography, evening programme',
    university: 'Oficina da Graça, Lisbon',
    about:
      'Two evenings a week for a year: lettering with a flat brush, spacing by eye, setting a 64-page book in lead. It did more for my interfaces than any conference.',
  },
  {
    start_year: 2017,
    end_year: 2019,
    faculty: 'MA, Interaction Design',
    university: 'Tejo School of Design, Lisbon',
    about:
      'Thesis: timetables that people can read while walking. Forty passengers, three paper prototypes, and a printed grid that ended up on two ferry piers. Finished with distinction.',
  },
  {
    start_year: 2014,
    end_year: 2017,
    faculty: 'BSc, Informatics',
    university: 'Kvaløya University College, Tromsø',
    about:
      'Databases, networks, compilers, and a first job running the student radio’s website, which had to stay up when everybody voted at midnight. It mostly did.',
  },
])

// Specification, section 1, static content: one entry.
const experiencesExamples = defineExamples(experiences, [
  {
    start_year: '2019',
    end_year: '2020',
    name: 'Web Developer',
    program: 'Full Stack',
    about:
      'One of nine people at a travel company’s booking desk turned software team. React in front, Laravel behind, and a C# price service that nobody else wanted to open. I cut the booking form from eleven steps to four and learnt to read other people’s code before judging it.',
  },
])

const languagesExamples = defineExamples(languages, [
  { name: 'Norwegian', level: 'native' },
  { name: 'Portuguese', level: 'C1' },
  { name: 'Polish', level: 'A2' },
])

const listsExamples = defineExamples(lists, [
  {
    title: 'Talks',
    kind: 'talks',
    link: 'navbar',
    items: [
      {
        year: 2025,
        month: 5,
        title: 'A timetable is an interface',
        place: 'Nordic Web Days, Bodø',
        url: 'https://webdays.example/2025/timetable',
        text: 'On a ferry line that is read in the rain.',
        links: [
          { label: 'Slides', url: 'https://slides.example/timetable' },
          { label: 'Video', url: 'https://video.example/timetable' },
        ],
      },
      { year: 2023, month: 0, title: 'Forms that forgive', place: 'Lisbon', url: '', text: '', links: [] },
    ],
  },
])

const pagesExamples = defineExamples(pages, [
  {
    title: 'Prices',
    slug: 'prices',
    placement: 'page',
    link: 'navbar',
    blocks: blocksOfText('A day costs 640 €, and half a day half of it. You get the offer before the work begins.'),
  },
  {
    title: 'What I use',
    slug: 'uses',
    placement: 'section',
    link: 'footer',
    blocks: blocksOfText('A laptop from 2019, two notebooks with squares, and the stairs.'),
  },
])

/**
 * Seven projects in three sizes and all categories: specification, section 1.
 * With large as 2 × 2, medium as 2 × 1 and small as 1 × 1 cells, this order fills a four-column grid without a gap.
 */
const texts: (Partial<EntryData<'projects'>> & { body: string })[] = [
  {
    title: 'Tideline',
    slug: 'tideline',
    categories: ['design'],
    size: 'large',
    image: 'tideline.svg',
    summary:
      'A ferry timetable for eleven islands off the coast of Troms that answers one question, “when is the next boat?”, even where the signal ends.',
    body: `Sundlinjen runs four boats between eleven islands. Its timetable was a PDF of sixteen pages, with footnotes for school days, high water and the ferry’s own mood. Passengers photographed it on the pier and hoped.

The new page opens on the stop you are nearest to and shows the next three departures in type you can read with snow on the glass. Everything else, the whole year included, is one scroll away. The page weighs 41 kB and keeps the last timetable on the phone, so it also works halfway across the sound.

The crew changes a departure from the wheelhouse with two taps, and every pier screen follows within a minute. **Calls to the office about departure times fell from about sixty a week to four.** Those four, Ingrid says, simply like a chat.`,
    url: 'https://sundlinjen.example',
    year: 2025,
    tags: ['Interface', 'Offline', 'TypeScript', 'React'],
  },
  {
    title: 'Blue Hour',
    slug: 'blue-hour',
    categories: ['photos'],
    size: 'medium',
    image: 'blue-hour.svg',
    summary:
      'Sixty photographs from Tromsø between November and January, all taken in the two hours a day when the sun stays just under the horizon.',
    body: `In the polar night noon is blue. For about two hours the snow, the sound and the houses share one colour, and then somebody turns on a kitchen lamp. I went home for eight weeks and walked the same five kilometres every day.

The site shows the sixty images in the order of the minutes in which they were taken, from 10:41 to 12:58, whatever the date. You scroll through one day that never happened. There is no menu, because there is nothing else to do.

Each image comes in eleven sizes, and your browser picks one. On a phone the whole series is smaller than most newspapers’ front pages.`,
    url: 'https://photos.mirasolberg.example/blue-hour',
    year: 2024,
    tags: ['Photography', 'Publication'],
  },
  {
    title: 'Meia Lua',
    slug: 'meia-lua',
    categories: ['brand'],
    size: 'small',
    image: 'meia-lua.svg',
    summary:
      'Name, mark and paper bags for a bakery in Graça that opens before the sun does. The mark is half a moon, or a croissant, depending on how hungry you are.',
    body: `Duarte bakes from eleven at night and sells out by ten. He wanted a name his grandmother could pronounce and a sign you could find in the dark.

*Meia lua* is a half moon and, in every Lisbon café, a ham croissant. The mark is two circles and seven cuts; it works as a lamp over the door, as a rubber stamp on a paper bag and as a pattern scored into a loaf. There are two colours, because the printer round the corner has two.

The website is one page with today’s bread on it. When something is gone, Duarte strikes it through.`,
    url: 'https://meialua.example',
    year: 2023,
    tags: ['Identity', 'Packaging', 'One page'],
  },
  {
    title: 'Azulejo Index',
    slug: 'azulejo-index',
    categories: ['photos'],
    size: 'small',
    image: 'azulejo-index.svg',
    summary:
      'A photographic index of 1,204 tile patterns on Lisbon’s house fronts: straightened, measured and searchable by symmetry.',
    body: `Tiles are stolen, houses are insulated, and patterns vanish before anyone has written them down. On Sundays I photograph house fronts, one street at a time, always head-on and in shade.

A small program finds the repeat, straightens it and names its symmetry group. You can search by street, by colour or by that group, which turns out to be what restorers need: *show me everything that turns by a quarter and has a blue border*.

The index is free to use. Two workshops have fired replacement tiles from it, and one of them sent me the seconds, which now hold up my bookshelf.`,
    url: 'https://azulejoindex.example',
    year: 2024,
    tags: ['Photography', 'Archive', 'Search'],
  },
  {
    title: 'Degrau',
    slug: 'degrau',
    categories: ['design'],
    size: 'medium',
    image: 'degrau.svg',
    summary:
      'A walking map of Lisbon for prams, wheelchairs and bad knees. It knows every step in the old town, and how to go round it.',
    body: `Every map of Lisbon knows the distance; none knows the climb. Thirty volunteers counted the stairs, kerbs and cobbles of six parishes with a form that fits on one thumb, and I turned their 9,400 notes into routes.

You say what you can manage, not what is wrong with you: *up to three steps, no cobbles, gentle slopes*. The route comes as a line and as a list of sentences, so that it can be read aloud. Lifts and funiculars that are out of order leave the map within the hour.

The map is drawn on the server and works without scripts. A foundation in Dublin now runs the code, and looks after it better than I did.`,
    url: 'https://degrau.example',
    year: 2022,
    tags: ['Map', 'Accessibility', 'Laravel', 'Open source'],
  },
  {
    title: 'Kvart',
    slug: 'kvart',
    categories: ['brand'],
    size: 'large',
    image: 'kvart.svg',
    summary:
      'Identity, posters and website for a chamber music festival in Utrecht: four circles, four players, and a grid that plays along.',
    body: `A string quartet is four people agreeing on time. The identity has four quarter circles and one rule: each turns by ninety degrees whenever something begins. Twelve concerts give twelve posters, and none was drawn by hand; the programme is the drawing.

The same rule runs the website. Each concert’s page takes its figure from the score, one quarter for each movement, so even the ticket at the door looks like the music it is for. Noor’s team enters a concert once, and poster, page, ticket and banner come out of it.

Posters were printed in three spot colours on uncoated paper by Tomasz Wilk, who talked me out of a fourth.`,
    url: 'https://kvart.example',
    year: 2025,
    tags: ['Identity', 'Posters', 'Generative', 'Website'],
  },
  {
    title: 'Fio',
    slug: 'fio',
    categories: ['design'],
    size: 'medium',
    image: 'fio.svg',
    summary:
      'A shop for a cooperative of eleven weavers in the Serra da Estrela, where you can watch your blanket’s pattern before it is on the loom.',
    body: `*Fio* means thread. The cooperative weaves to order, from its own sheep, and kept its orders in a squared notebook. The shop is that notebook: the same columns, the same words, the same pencil-grey lines.

You choose two wools and a pattern, and the page weaves the blanket before your eyes, thread by thread, from the same file that goes to the loom. What you see is what is made, knots aside.

Payments, postage and invoices run on a small Laravel application. The weavers print each order on one sheet, hang it on the loom, and tick it off by hand. I did not try to improve on that.`,
    url: 'https://fio.example',
    year: 2023,
    tags: ['Shop', 'Laravel', 'Generative'],
  },
]

const projectsExamples = defineExamples(
  projects,
  texts.map(({ body, ...example }) => ({ ...example, blocks: blocksOfText(body) })),
)

// Six cards: specification, section 1.
const servicesExamples = defineExamples(services, [
  {
    icon: 'layout',
    title: 'Websites, start to finish',
    text: 'From the first conversation to the day it goes live: structure, design, code and hosting by one person. You always know whom to ask.',
  },
  {
    icon: 'pen',
    title: 'Interface design',
    text: 'I design in the browser, with your real texts and on your real phone. No images of websites that turn out not to be buildable.',
  },
  {
    icon: 'cart',
    title: 'Small online shops',
    text: 'Forty products rather than forty thousand. Stock, postage and invoices done properly, and an order page your packing table can use.',
  },
  {
    icon: 'speed',
    title: 'Faster old websites',
    text: 'A week of measuring and mending, without a rebuild. You get the numbers before and after, and pay half if they have not halved.',
  },
  {
    icon: 'device',
    title: 'Accessibility reviews',
    text: 'I go through your site with a keyboard, a screen reader and the WCAG list, then fix what I find, or write it up so your team can.',
  },
  {
    icon: 'support',
    title: 'Care and hosting',
    text: 'Updates, backups that have been restored at least once, and an answer within a working day. A fixed price a month, cancelled by e-mail.',
  },
])

// Specification, section 1, static content.
const skillsExamples = defineExamples(skills, [
  { name: 'C#', percent: 20 },
  { name: 'Web Design', percent: 70 },
  { name: 'JavaScript', percent: 80 },
  { name: 'Laravel', percent: 60 },
  { name: 'HTML/CSS', percent: 95 },
  { name: 'React JS', percent: 80 },
  { name: 'Bootstrap', percent: 60 },
])

const testimonialsExamples = defineExamples(testimonials, [
  {
    image: 'avatar-ingrid.svg',
    fullname: 'Ingrid Aune',
    role: 'Head of operations',
    company: 'Sundlinjen',
    country: 'Norway',
    show_country: true,
    feedback:
      'Our old timetable was a PDF that people photographed at the pier. Mira spent two days on the boats before she drew anything. Now the page opens where there is hardly any signal, and the phone in the wheelhouse has stopped ringing.',
    email: 'ingrid@sundlinjen.example',
    star: 5,
  },
  {
    image: 'avatar-duarte.svg',
    fullname: 'Duarte Pimenta',
    role: 'Baker',
    company: 'Meia Lua',
    country: 'Portugal',
    show_country: true,
    feedback:
      'I bake at night and change the website at five in the morning with flour on my hands. It works. That is my review.',
    email: 'duarte@meialua.example',
    star: 5,
  },
  {
    image: 'avatar-noor.svg',
    fullname: 'Noor van Dalen',
    role: 'Director',
    company: 'Kvart',
    country: 'Netherlands',
    show_country: true,
    feedback:
      'She told us in the first call that half of our list was not worth the money, and she was right about most of it. We would have liked a bit more hand-holding with the newsletter, hence four stars. The site itself has not been down once in two festival seasons.',
    email: 'noor@kvart.example',
    star: 4,
  },
  {
    image: 'avatar-samuel.svg',
    fullname: 'Samuel Okoro',
    role: 'Engineer',
    company: 'Open Streets',
    country: 'Ireland',
    show_country: true,
    feedback:
      'I am an engineer, so I read the code. It is short, it has tests, and the comments say why. We took the project over after launch and changed the routing in our first week without writing to her once.',
    email: 'samuel@openstreets.example',
    star: 5,
  },
  {
    image: 'avatar-graca.svg',
    fullname: 'Graça Teles',
    role: 'Weaver',
    company: 'Fio',
    country: 'Portugal',
    show_country: true,
    feedback:
      'We are eleven weavers and none of us liked computers. Mira sat with us until the shop did what the order book did, with the same words in the same order. In the first winter it sold out the grey blankets twice. My niece says it is also beautiful; I only know that I can use it.',
    email: 'graca@fio.example',
    star: 5,
  },
  {
    image: 'avatar-tomasz.svg',
    fullname: 'Tomasz Wilk',
    country: 'Poland',
    show_country: true,
    feedback: 'Quoted six weeks, took six weeks. I did not know that was possible.',
    email: 'tomasz@wilkprint.example',
    star: 5,
  },
])

/**
 * Examples of entries, in modules of their own: a first start stores them and tests use them, and no browser loads them. A collection
 * may have none.
 */
export const examples = {
  about: aboutExamples,
  testimonials: testimonialsExamples,
  projects: projectsExamples,
  educations: educationsExamples,
  experiences: experiencesExamples,
  skills: skillsExamples,
  certificates: certificatesExamples,
  languages: languagesExamples,
  services: servicesExamples,
  lists: listsExamples,
  pages: pagesExamples,
}

type Example = Readonly<Record<string, unknown>>

const byName = new Map<string, readonly Example[]>(Object.entries(examples))

export const examplesOf = (collection: string): readonly Example[] => byName.get(collection) ?? []

// The sample page is the specification's, which knows none of them.
const offTheSamplePage = new Set(['certificates', 'languages', 'lists', 'pages'])

/** The examples that a first start stores. */
export const samplesOf = (collection: string): readonly Example[] =>
  offTheSamplePage.has(collection) ? [] : examplesOf(collection)
