/** The carousel of testimonials. */
export const englishTestimonials = {
  carousel: 'carousel',
  slide: 'slide',
  place: '{n} of {all}',
  previous: 'Previous',
  next: 'Next',
  show: 'Show testimonial {n} of {all}',
  pause: 'Pause the rotation',
  start: 'Start the rotation',
} as const
