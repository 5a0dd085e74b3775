import type { Made } from './finished-site.ts'
import { formOf, introduce, type Owner } from './first-hour.ts'
import type { Hands } from './hands.ts'
import type { Picture } from './pictures.ts'

const categories = ['Édition', 'Presse', 'Affiches'] as const

interface Project {
  title: string
  /** None while there is none to choose. */
  category: (typeof categories)[number] | ''
  year: string
  summary: string
  /** Description of the image. */
  description: string
  /** Further pictures, as a gallery. */
  more: number
}

const projects: readonly Project[] = [
  [
    'Le Jardin des marées',
    'Édition',
    '2025',
    'Album jeunesse pour les éditions de la Dombes : trente-deux planches à la gouache.',
    'Des collines au bord de la mer, sous un soleil rouge',
    4,
  ],
  [
    'Vieux Lyon, neuf heures',
    'Presse',
    '2025',
    'Série hebdomadaire sur les traboules, parue tout un été.',
    'Une traboule au petit matin',
    2,
  ],
  [
    'Fête des Lumières',
    'Affiches',
    '2024',
    'Affiche officielle et sa déclinaison sur les trams.',
    'Un soleil au-dessus de la Saône, la nuit',
    0,
  ],
  [
    'Herbier imaginaire',
    'Édition',
    '2024',
    'Soixante plantes qui n’existent pas, dessinées comme si elles poussaient.',
    'Des herbes hautes devant trois collines',
    3,
  ],
  [
    'La Presqu’île à pied',
    'Affiches',
    '2023',
    'Plan dessiné pour l’office du tourisme, plié en accordéon.',
    'Un long panorama de la Presqu’île',
    0,
  ],
  [
    'Contes du Rhône',
    'Édition',
    '2023',
    'Douze contes, douze doubles pages, un seul fleuve.',
    'Le Rhône entre deux rives vertes',
    2,
  ],
  [
    'Chronique du climat',
    'Presse',
    '2022',
    'Une image par mois pour expliquer un chiffre.',
    'Une plaine sèche sous un grand soleil',
    0,
  ],
  [
    'Guignol revient',
    'Affiches',
    '2022',
    'Saison du théâtre de marionnettes du parc de la Tête d’Or.',
    'Des collines comme un rideau de théâtre',
    0,
  ],
  [
    'Petit atlas des vents',
    'Édition',
    '2021',
    'Leporello sérigraphié en quatre couleurs, tiré à cent vingt exemplaires.',
    'Des herbes couchées par le vent',
    0,
  ],
].map(
  ([title, category, year, summary, description, more]) =>
    ({ title, category, year, summary, description, more }) as Project,
)

/** Pictures that she needs: one for each project, those of the galleries; the portrait is one of another kind. */
export const pictureCount = projects.reduce((sum, { more }) => sum + 1 + more, 0)

export const ines: Omit<Owner, 'portrait'> = {
  name: 'Inès',
  surname: 'Delorme',
  email: 'ines@delorme.example',
  role: 'Illustratrice',
  headline: 'Des images qui prennent le temps',
  introduction:
    '<p>Je dessine des <b>livres</b>, des <b>journaux</b> et des <b>affiches</b> depuis mon atelier de la Croix-Rousse. À la gouache d’abord, à l’écran ensuite, et toujours à partir de croquis faits sur place.</p>',
  location: 'Lyon, France',
  links: [['Instagram', 'instagram.com/ines.delorme']],
}

const nameCategories = async (hands: Hands) => {
  const { press, write, page } = hands
  const { field, button, menu, told } = formOf(hands)
  await press(menu('Settings'))
  await press(page.locator('main').getByRole('link', { name: /^Portfolio/ }))
  for (const [n, category] of categories.entries()) {
    await press(button('Add category'))
    await write(field(`Label ${n + 1}`), category)
  }
  await press(button('Publish'))
  await told('Settings published')
}

/** Fills in a form that has its title and its image, which still uploads. */
const describe = async (hands: Hands, project: Project, more: readonly string[]) => {
  const { page, press, write, upload } = hands
  const { field } = formOf(hands)
  if (project.category !== '') await press(field(project.category))
  await write(field('Description').first(), project.description)
  await write(field('Summary'), project.summary)
  if (more.length > 0) await upload(page.locator('[data-no-blocks]').getByText('Upload images'), more)
  await write(field('Year'), project.year)
}

/** The project that a picture belongs to: each has some of all ratios. */
const order = projects.flatMap(({ more }, n) => Array.from({ length: 1 + more }, () => n))
const picturesOf = (project: number, pictures: readonly Picture[]) =>
  pictures.filter((_, n) => order[(n * 7) % order.length] === project)

/** From an empty site to a finished one: the first picture of each project makes its draft, then one form leads to the next. */
export const illustrate = async (hands: Hands, said: string, owner: Owner, pictures: readonly Picture[]) => {
  const { page, press, write, upload, effort } = hands
  const { button, field, link, menu, told } = formOf(hands)
  await introduce(hands, said, owner)
  await nameCategories(hands)
  await press(menu('Portfolio'))
  const files = projects.map((_, n) => picturesOf(n, pictures).map(({ file }) => file))
  await upload(
    page.locator('main').getByText('Add pictures', { exact: true }),
    files.flatMap(([first]) => first ?? []),
  )
  await told(`${projects.length} drafts added`)
  const title = field('Title')
  await press(link(/./).and(page.locator('[id^=title-]')).first())
  await press(title)
  await page.keyboard.press('ControlOrMeta+a')
  effort.keys += 1
  for (const [n, project] of projects.entries()) {
    await write(title, project.title)
    await describe(hands, project, files[n]?.slice(1) ?? [])
    if (n === projects.length - 1) break
    await press(button('Publish and open next draft'))
    // It is selected, to be typed over.
    await page.waitForFunction(
      () => document.activeElement?.matches('main form input') && getSelection()?.toString() !== '',
    )
  }
  await press(button('Publish'))
  await told('Project published')
}

/** The first project in the first hour: she has no categories yet. */
export const firstProject = async (hands: Hands, pictures: readonly Picture[]): Promise<void> => {
  const { button, field, image, link, told } = formOf(hands)
  await hands.press(link('Add your first project'))
  const files = picturesOf(0, pictures).map(({ file }) => file)
  for (const project of projects.slice(0, 1)) {
    await hands.write(field('Title'), project.title)
    await hands.upload(image('image'), files.slice(0, 1))
    await describe(hands, { ...project, category: '' }, files.slice(1))
  }
  await hands.press(button('Publish'))
  await told('Project published')
}

export const inesMade = (pictures: readonly Picture[]): Made => ({
  language: 'fr',
  texts: [
    ...['Inès', 'Delorme', ines.role, ines.headline, ines.location, ines.email, 'Instagram', 'Croix-Rousse'],
    // The filters say how many there are of each.
    ...['Tout', ...categories].map((name) => {
      const count = projects.filter(({ category }) => name === 'Tout' || category === name).length
      return `${name} ${count}`
    }),
  ],
  projects: projects.map(({ title, summary, year, category }, n) => ({
    title,
    texts: [summary, year, category],
    ratios: picturesOf(n, pictures).map(({ ratio }) => ratio),
  })),
})
