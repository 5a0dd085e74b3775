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
  document.querySelector('.nav-inner .nav-toggle')?.before(linkFor(role))
  if (role !== 'owner' || localStorage.getItem(welcomeKey) === null) return
  document.body.prepend(welcome(name, await stateOfPage()))
}
