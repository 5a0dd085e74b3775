import { cvLink } from '../../../model/cv/cv-paths.ts'
import { type Content, imageIn } from '../../../model/publishing/published-content.ts'
import { defineSection } from '../define-section.ts'
import { About } from './about.tsx'

const portraits = (content: Content): Content['media'] =>
  Object.fromEntries(
    content.about.flatMap((entry) => {
      const image = imageIn(content.media, entry.image)
      return image ? [[image.id, image]] : []
    }),
  )

export const about = defineSection('about', {
  settings: ['introduction', 'cv'],
  hasContent: ({ about, settings }) => about.length > 0 || settings.introduction !== '',
  html: (content, renderer) => {
    const { introduction } = content.settings
    return renderer.html('about', About, {
      entries: content.about,
      settings: { introduction, cv: cvLink(content) },
      media: portraits(content),
    })
  },
})
