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
const welcome = (name: string) => {
  const bar = element('aside', { className: 'welcome' })
  const done = () => {
    localStorage.removeItem(welcomeKey)
    bar.remove()
  }
  const text = element('p', {
    textContent: `Welcome, ${name}. This is your page, still with the content of a made-up person. Visitors see what you see.`,
  })
  const start = element('a', { className: 'button-filled', href: '/admin/start', textContent: 'Make it yours' })
  const close = element('button', { type: 'button', textContent: 'Look around first' })
  start.addEventListener('click', done)
  close.addEventListener('click', done)
  bar.setAttribute('aria-label', 'Welcome')
  bar.append(text, start, close)
  return bar
}

/** Adds the link of the owner or a member to the navbar and, on the owner’s first view, a welcome. */
export const mount = (name: string, role: keyof typeof links): void => {
  document.querySelector('.nav-inner .nav-toggle')?.before(linkFor(role))
  if (role === 'owner' && localStorage.getItem(welcomeKey) !== null) document.body.prepend(welcome(name))
}
