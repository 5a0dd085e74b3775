import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'

/** Their key begins with that of the entries: whatever changes those may change what became of a request. */
export const forgetRequests = () => forgetEntries('testimonials')

/** Number of testimonials that came through a link and wait for the owner. */
export const usePendingTestimonials = () =>
  useQuery({
    queryKey: ['entries', 'testimonials', 'requests', 'pending'],
    queryFn: ({ signal }) => call('GET /api/testimonial-requests', { query: { limit: 1 }, signal }),
    select: ({ pending }) => pending,
  })

export const useCanMail = () =>
  useQuery({ queryKey: ['mail'], queryFn: ({ signal }) => call('GET /api/mail', { signal }) }).data?.answers ?? false
