import { seededRandom } from '../support/random.ts'

export const languages = ['en', 'de', 'es', 'fa'] as const
export type Language = (typeof languages)[number]
/** By language: of what kind it is, and its text, with {one|another} and $words to fill in. */
export type Templates = Record<Language, [kind: string, text: string][]>

export interface Letter {
  /** Language, kind and number of its template. */
  template: string
  language: Language
  spam: boolean
  message: { user_name: string; user_email: string; message: string }
  /** How it comes: whether the proof of work was solved, and what a program leaves behind. */
  proof: 'holds' | 'none'
  website: string
  elapsed: number | undefined
}

const words: Record<Language, { names: string[]; cities: string[]; months: string[] }> = {
  en: {
    names:
      'Alice Bernard Chloe Dorothy Edwin Fiona Graham Harriet Isaac Judith Keith Lydia Martin Nora Oscar Pauline'.split(
        ' ',
      ),
    cities: 'Bristol Leeds Galway Dundee Norwich Cardiff Portland Halifax Dunedin Hobart'.split(' '),
    months: 'January March April May June September October November'.split(' '),
  },
  de: {
    names: 'Anke Bernd Carla Dieter Elke Frieda Gunnar Heike Ingo Jule Karsten Lotte Matthias Nadine Ole Petra'.split(
      ' ',
    ),
    cities: 'Flensburg Kassel Görlitz Graz Winterthur Ulm Bremen Passau Jena Trier'.split(' '),
    months: 'Januar März April Mai Juni September Oktober November'.split(' '),
  },
  es: {
    names: 'Ana Benito Carmen Diego Elena Fermín Gloria Héctor Inés Javier Lucía Manuel Nuria Óscar Pilar Ramón'.split(
      ' ',
    ),
    cities: 'Cádiz Zaragoza Gijón Murcia Rosario Valdivia Cuenca Mérida Oaxaca Logroño'.split(' '),
    months: 'enero marzo abril mayo junio septiembre octubre noviembre'.split(' '),
  },
  fa: {
    names: 'آرش بهاره پرویز تینا جمشید حمید داریوش رؤیا زهرا سارا شیرین علی فرهاد کاوه لیلا مریم'.split(' '),
    cities: 'شیراز اصفهان تبریز رشت یزد کرمان مشهد همدان ساری اهواز'.split(' '),
    months: 'فروردین اردیبهشت خرداد تیر مهر آبان آذر اسفند'.split(' '),
  },
}
const sites = [
  'harbour',
  'kiln',
  'lindenhof',
  'papelera',
  'verdigris',
  'ferry',
  'oriel',
  'quince',
  'talvez',
  'morgenrot',
  'darya',
  'baran',
]
const ends = ['com', 'net', 'org', 'de', 'es', 'ir', 'studio', 'co.uk']
const cheap = ['com', 'top', 'xyz', 'site', 'click', 'online', 'ru']

type Random = ReturnType<typeof seededRandom>

const filled = (random: Random, language: Language, text: string, domainEnds: string[]): string =>
  text
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => random.pick(choices.split('|')))
    .replace(/\$(name|city|month|site|n)/g, (_, word: string) => {
      const { names, cities, months } = words[language]
      if (word === 'name') return random.pick(names)
      if (word === 'city') return random.pick(cities)
      if (word === 'month') return random.pick(months)
      if (word === 'site') return `${random.pick(sites)}-${random.pick(sites)}.${random.pick(domainEnds)}`
      return String(2 + random.below(96))
    })

const latin = 'lena omid pia hugo sara nils tara ivan mona reza jana luis'.split(' ')

const arrival = (random: Random, spam: boolean): Pick<Letter, 'proof' | 'website' | 'elapsed'> => {
  const slow = 8000 + random.below(240_000)
  // One in twelve people sends without JavaScript, or before the proof was found.
  if (!spam)
    return random.below(12) === 0
      ? { proof: 'none', website: '', elapsed: undefined }
      : { proof: 'holds', website: '', elapsed: slow }
  const way = random.below(10)
  // Programs that post, some of which fill in whatever there is; quick ones in a browser; slow ones in a browser, and people.
  if (way < 2) return { proof: 'none', website: 'https://example.org', elapsed: undefined }
  if (way < 5) return { proof: 'none', website: '', elapsed: undefined }
  if (way < 6) return { proof: 'none', website: '', elapsed: 300 + random.below(900) }
  return { proof: 'holds', website: '', elapsed: slow }
}

/** So many letters of either kind in each language, in an order as they might come. The same seed, the same letters. */
export const letters = (seed: number, count: number, from: { wanted: Templates; spam: Templates }): Letter[] => {
  const random = seededRandom(seed)
  const all = languages.flatMap((language) =>
    ([false, true] as const).flatMap((spam) => {
      const templates = from[spam ? 'spam' : 'wanted'][language]
      return Array.from({ length: count }, (_, n): Letter => {
        const number = n % templates.length
        const [kind, text] = templates[number] as [string, string]
        const user = `${random.pick(latin)}${random.chance(0.4) ? random.below(99) : ''}`
        const host = random.chance(0.6)
          ? random.pick(['gmail.com', 'outlook.com', 'gmx.de', 'yahoo.com'])
          : `${random.pick(sites)}.${random.pick(ends)}`
        return {
          template: `${language} ${spam ? 'spam' : 'wanted'} ${kind} ${number}`,
          language,
          spam,
          message: {
            user_name: random.pick(words[language].names),
            user_email: `${user}.${random.below(1000)}@${spam && random.chance(0.1) ? 'mailinator.com' : host}`,
            message: filled(random, language, text, spam ? cheap : ends),
          },
          ...arrival(random, spam),
        }
      })
    }),
  )
  return random.shuffled(all)
}
