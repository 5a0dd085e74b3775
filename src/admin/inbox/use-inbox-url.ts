import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type InboxView, inboxViews } from '../../model/inbox/inbox-view.ts'

export interface InboxUrl {
  view: InboxView
  q: string
  open: string | undefined
  /** URL of the same view with another message open, or none. */
  to(message: string | undefined): string
  toView(view: InboxView): string
  show(message: string | undefined): void
  search(q: string): void
}

const urlOf = (view: InboxView, q: string, message?: string) => {
  const words = new URLSearchParams()
  if (view !== 'inbox') words.set('show', view)
  if (q !== '') words.set('q', q)
  if (message !== undefined) words.set('message', message)
  return `/admin/contact${words.size ? `?${words}` : ''}`
}

export const useInboxUrl = (): InboxUrl => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { key } = useLocation()
  const view = inboxViews.find((one) => one === params.get('show')) ?? 'inbox'
  const q = params.get('q') ?? ''
  const open = params.get('message') ?? undefined
  const to = useCallback((message: string | undefined) => urlOf(view, q, message), [view, q])
  return {
    ...{ view, q, open, to },
    toView: (next) => urlOf(next, q),
    show: (message) => {
      // Opening another message replaces the history entry: Back leads to the list.
      if (message === undefined && open !== undefined && key !== 'default' && history.state?.usr?.fromList) navigate(-1)
      else
        navigate(to(message), {
          replace: open !== undefined,
          state: { fromList: open === undefined || history.state?.usr?.fromList },
        })
    },
    search: (words) => navigate(urlOf(view, words), { replace: true }),
  }
}
