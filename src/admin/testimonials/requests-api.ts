import { useQuery } from '@tanstack/react-query'
import type { MailState } from '../../model/inbox/delivery.ts'
import type { NewTestimonialRequest, TestimonialAnswer, TestimonialRequest } from '../../model/testimonials/request.ts'
import { request } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'

export const requestsPath = '/api/testimonial-requests'
const at = (id: string) => `${requestsPath}/${encodeURIComponent(id)}`

export const testimonialRequests = {
  create: (body: NewTestimonialRequest) => request<TestimonialRequest>('POST', requestsPath, { body }),
  answer: (id: string, body: TestimonialAnswer) => request<TestimonialRequest>('PATCH', at(id), { body }),
  remind: (id: string) => request<TestimonialRequest>('POST', `${at(id)}/reminders`, { body: {} }),
  revoke: (id: string) => request<object>('DELETE', at(id)),
}

/** Their key begins with that of the entries: whatever changes those may change what became of a request. */
export const forgetRequests = () => forgetEntries('testimonials')

export const useCanMail = () =>
  useQuery({ queryKey: ['mail'], queryFn: ({ signal }) => request<MailState>('GET', '/api/mail', { signal }) }).data
    ?.answers ?? false
