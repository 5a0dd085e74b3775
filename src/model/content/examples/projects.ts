import { blocksOfText } from '../../blocks/readable-markdown.ts'
import type { EntryData } from '../collections/index.ts'
import { projects } from '../collections/projects.ts'
import { defineExamples } from './define-examples.ts'

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

export const projectsExamples = defineExamples(
  projects,
  texts.map(({ body, ...example }) => ({ ...example, blocks: blocksOfText(body) })),
)
