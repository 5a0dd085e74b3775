import type { SetupState } from '../../model/setup/setup-state.ts'

const welcomeKey = 'vitrine.welcome'

const element = <N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<HTMLElementTagNameMap[N]>,
): HTMLElementTagNameMap[N] => Object.assign(document.createElement(name), properties)

const links = {
  owner: { href: '/admin', textContent: 'Edit', label: 'Edit this site' },
  member: { href: '/account', textContent: 'Account', label: 'Your account' },
}

const linkFor = (role: keyof typeof links) => {
  const { label, ...properties } = links[role]
  const link = element('a', { className: 'owner-link', ...properties })
  link.setAttribute('aria-label', label)
  return link
}

const textual = 'p, li, h1, h2, h3, dt, dd, blockquote, figcaption, td'

/** What the owner looks at: what is selected, else what stands in the middle of the window. */
const seen = (): { element: Element | null; isSelected: boolean } => {
  const selection = getSelection()
  const selected = selection?.isCollapsed ? null : selection?.anchorNode?.parentElement
  const { top = 0, bottom = 0 } = selected?.getBoundingClientRect() ?? {}
  if (selected && bottom > 0 && top < innerHeight) return { element: selected, isSelected: true }
  const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]
  // Columns have a gap in the middle of the window.
  const found = shares.flatMap((y) =>
    [0.5, 0.3, 0.7].map((x) => document.elementFromPoint(innerWidth * x, innerHeight * y)),
  )
  return { element: found.find((one) => one?.closest(textual)) ?? found[0] ?? null, isSelected: false }
}

/** The address at which the admin opens the form of what is seen. */
const editUrl = (): string => {
  const { element, isSelected } = seen()
  const isProject = document.querySelector('[data-project-article]') !== null
  const card = isProject ? null : element?.closest('li')?.querySelector<HTMLAnchorElement>('a[data-project]')
  const text = (element?.closest(textual) ?? element)?.textContent ?? ''
  const query = new URLSearchParams({
    at: (card ?? location).pathname,
    section: element?.closest('section[id]')?.id ?? '',
    text: text.replace(/\s+/g, ' ').trim().slice(0, 300),
    ...(isSelected && { selected: '1' }),
  })
  return `/admin/edit?${query}`
}

const editLink = () => {
  const link = linkFor('owner')
  const lead = () => {
    // Whoever has just come begins with the first steps.
    if (localStorage.getItem(welcomeKey) === null) link.href = editUrl()
  }
  link.addEventListener('click', () => {
    // A screen reader may press without either.
    if (link.getAttribute('href') === links.owner.href) lead()
    localStorage.removeItem(welcomeKey)
  })
  // Before the press takes the selection away, and before a key follows the link.
  link.addEventListener('pointerdown', lead)
  link.addEventListener('keydown', lead)
  return link
}

/** The dialog of a project covers the navbar, so that its own bar has the link, too. */
const editInDialogs = () => {
  const add = () => {
    const close = document.querySelector('.project-bar .project-close')
    if (close && !close.parentElement?.querySelector('.owner-link')) close.before(editLink())
  }
  new MutationObserver(add).observe(document.body, { childList: true })
  add()
}

/** Above the page, not over it; leaves for good when it is closed or followed. */
const welcome = (name: string, state: string) => {
  const bar = element('aside', { className: 'welcome' })
  const done = () => {
    localStorage.removeItem(welcomeKey)
    bar.remove()
  }
  const text = element('p', { textContent: `Welcome, ${name}. This is your page${state}. Visitors see what you see.` })
  const start = element('a', { className: 'button-filled', href: '/admin/start', textContent: 'Make it yours' })
  const close = element('button', { type: 'button', textContent: 'Look around first' })
  start.addEventListener('click', done)
  close.addEventListener('click', done)
  bar.setAttribute('aria-label', 'Welcome')
  bar.append(text, start, close)
  return bar
}

/** What there is to say about the page; nothing to someone who may not ask. */
const stateOfPage = async (): Promise<string> => {
  // Read to its end, also where it is a refusal.
  const answer = await fetch('/api/setup')
    .then((response) => response.json())
    .catch(() => ({}))
  const { remnants = [], introduced = true }: Partial<SetupState> = answer
  if (remnants.length > 0) return ', still with the content of a made-up person'
  return introduced ? '' : ', still empty'
}

/** Adds the link of the owner or a member to the navbar and, on the owner’s first view, a welcome. */
export const mount = async (name: string, role: keyof typeof links): Promise<void> => {
  const isOwner = role === 'owner'
  document.querySelector('.nav-inner .nav-toggle')?.before(isOwner ? editLink() : linkFor(role))
  if (!isOwner) return
  editInDialogs()
  if (localStorage.getItem(welcomeKey) === null) return
  document.body.prepend(welcome(name, await stateOfPage()))
}
