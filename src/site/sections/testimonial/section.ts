import { type Content, imageIn, type PublishedEntry } from '../../../model/publishing/published-content.ts'
import { type JsonLd, mostOfAKind } from '../../markup/json-ld.ts'
import { entriesOn, perPage } from '../../markup/paging.ts'
import { fill } from '../../markup/renderer.ts'
import { defineSection, type SectionData } from '../define-section.ts'
import { TestimonialSlide } from './testimonial-slide.tsx'
import { Testimonials } from './testimonials.tsx'

const review = (entry: PublishedEntry<'testimonials'>, content: Content): JsonLd => ({
  '@type': 'Review',
  reviewBody: entry.feedback,
  author: { '@type': 'Person', name: entry.fullname },
  reviewRating: { '@type': 'Rating', ratingValue: entry.star, bestRating: 5, worstRating: 0 },
  itemReviewed: { '@type': 'ProfessionalService', name: content.settings.name },
})

export const reviewsData: SectionData = (content) =>
  content.testimonials.slice(0, mostOfAKind).map((entry) => review(entry, content))

export const testimonial = defineSection('testimonial', {
  html: ({ testimonials, media }, renderer) =>
    fill(
      renderer.html('testimonials', Testimonials, { count: testimonials.length, rest: testimonials.length > perPage }),
      entriesOn(testimonials, 1)
        .map((entry) => renderer.html('slide', TestimonialSlide, { entry, portrait: imageIn(media, entry.image) }))
        .join(''),
    ),
})
