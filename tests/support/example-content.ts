import { collections } from '../../src/model/content/collections.ts'
import { examples, samplesOf } from '../../src/model/content/examples.ts'
import type { PublishedImage } from '../../src/model/media/published-image.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { sampleSettings } from '../../src/model/settings/sample-settings.ts'
import { withPerson } from '../../src/model/settings/with-person.ts'

const widths = [160, 640, 1280]

/** An image whose files exist nowhere. */
export const exampleImage = (id: string): PublishedImage => ({
  id,
  alt: `What ${id} shows`,
  width: 1600,
  height: 1200,
  focus: { x: 0.5, y: 0.5 },
  placeholder: '#806040 #ffeedd #112233 #445566 #778899',
  variants: {
    avif: widths.map((width) => ({ width, url: `/media/${id}-${width}.avif` })),
    webp: widths.map((width) => ({ width, url: `/media/${id}-${width}.webp` })),
    jpeg: widths.map((width) => ({ width, url: `/media/${id}-${width}.jpeg` })),
  },
})

/** The published content of a first start: the collections' examples and the sample settings, all of it the caller's own. */
export const exampleContent = (): Content => {
  const media: Content['media'] = {}
  const lists = Object.entries(collections).map(([name, { fields }]) => [
    name,
    samplesOf(name).map((example, index) => {
      const { email: _, ...shown } = structuredClone(example) as Record<string, unknown>
      const entry = 'email' in fields && fields.email.private ? shown : structuredClone(example)
      if ('image' in example && typeof example.image === 'string') media[example.image] = exampleImage(example.image)
      return { ...entry, id: `${name}-${index + 1}`, order: index + 1 }
    }),
  ])
  const [person] = examples.about
  const settings = withPerson(structuredClone(sampleSettings), person)
  return { version: 1, settings, media, ...Object.fromEntries(lists) } as Content
}

/** A first start without samples, in a name. */
export const emptyContent = (): Content => {
  const content = exampleContent()
  for (const name of Object.keys(collections)) Object.assign(content, { [name]: [] })
  content.media = {}
  content.settings = {
    ...content.settings,
    introduction: '',
    counters: [],
    headlines: [],
    socials: [],
    cv: '',
    role: '',
    location: '',
  }
  return content
}
