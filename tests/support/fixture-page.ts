/** A small page with every hook of `docs/hooks.md`, so that scripts can be tested apart from the real page's looks and content. */
export const fixtureProjects = [
  { slug: 'tide', title: 'Tide', category: 'design' },
  { slug: 'ember', title: 'Ember', category: 'brand' },
  { slug: 'moss', title: 'Moss', category: 'design' },
  { slug: 'north', title: 'North', category: 'photos' },
]

/** How long a full headline of it stands. */
export const fixturePauseMs = 300

const filters = ['all', 'design', 'brand', 'photos']
const sections = ['home', 'about', 'job', 'resume', 'portfolio', 'testimonial', 'contact']

export const fixtureStyles = `
html { scroll-behavior: smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0; font: 16px/1.5 sans-serif }
[hidden] { display: none !important }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
header { position: fixed; z-index: 1; inset: 0 0 auto; height: 64px; background: #fff }
header nav { display: none }
dialog[data-menu] { width: 100vw; height: 100dvh; max-width: none; max-height: none; box-sizing: border-box }
@media (min-width: 1024px) { header nav { display: block } [data-menu-toggle] { display: none } }
section { min-height: 800px; scroll-margin-top: 64px }
[data-typed] { display: grid; font-size: 2rem }
[data-typed] > span { grid-area: 1 / 1 }
[data-typed] > span + span { visibility: hidden }
[data-portfolio] { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 0 }
[data-portfolio] li { display: block; height: 240px }
html { padding-right: var(--scrollbar, 0) }
[data-viewport] { overflow-x: auto }
[data-viewport][data-ready] { overflow: hidden }
[data-container] { display: flex; margin: 0; padding: 0 }
[data-slide] { display: block; box-sizing: border-box; flex: 0 0 calc(100% / var(--per-view)); min-width: 0; padding-inline-end: 16px }
[data-viewport] { --per-view: 1 }
@media (min-width: 464px) { [data-viewport] { --per-view: 2 } }
@media (min-width: 1024px) { [data-viewport] { --per-view: 3 } }
@media (min-width: 3000px) { [data-viewport] { --per-view: 5 } }
.project-dialog { width: 600px; max-width: 100vw; height: 500px; padding: 0 }
.project-panel { min-height: 100% }
.project-skeleton { height: 200px }
`

const image = (id: number) => `<img src="/image.svg?${id}" alt="" width="320" height="180" loading="lazy">`

const document = (title: string, boot: string, body: string) =>
  `<!doctype html><html lang="en" data-appearance="auto"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/fixture.css"><link rel="icon" href="data:,">
<script type="module" async src="${boot}"></script></head><body>${body}</body></html>`

const links = sections.map((id) => `<a href="/#${id}" data-section="${id}">${id}</a>`).join(' ')

export interface FixtureContent {
  testimonials: number
  headlines: string[]
  /** Projects besides those with names. */
  moreProjects: number
}

const more = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `more-${index}`,
    title: `More ${index}`,
    category: index % 2 === 0 ? 'design' : 'photos',
  }))

/** The one-page site with the portfolio filtered. */
export const fixturePage = (
  boot: string,
  filter: string,
  { testimonials, headlines, moreProjects }: FixtureContent,
): string =>
  document(
    filter === 'all' ? 'Fixture' : `${filter} – Fixture`,
    boot,
    `<header data-nav><a href="/">Fixture</a><nav>${links}</nav>
<button type="button" data-menu-toggle aria-expanded="false" aria-controls="menu">Menu</button></header>
<dialog id="menu" data-menu aria-label="Menu"><button type="button" data-menu-close>Close</button> ${links}</dialog>
<main>
<section id="home"><h1>Fixture</h1><p data-typed='${JSON.stringify(headlines)}' data-typed-pause="${fixturePauseMs}"><span data-typed-text aria-hidden="true">${headlines[0] ?? ''}</span>${headlines.map((line) => `<span aria-hidden="true">${line}</span>`).join('')}</p><p>Below</p></section>
<section id="about">About</section><section id="job">Services</section>
<section id="resume"><p><strong data-counter="10">10</strong> certificates</p><ul data-meters><li>C# 20</li></ul></section>
<section id="portfolio"><p data-filters>${filters
      .map(
        (name) =>
          `<a href="/${name}" data-filter="${name}"${name === filter ? ' aria-current="page"' : ''}>${name}</a>`,
      )
      .join(' ')}</p><ul data-portfolio>${[...fixtureProjects, ...more(moreProjects)]
      .map(
        ({ slug, title, category }, index) =>
          `<li data-category="${category}"${filter === 'all' || filter === category ? '' : ' hidden'}><a data-project href="/projects/${slug}">${image(index)}<h3>${title}</h3></a></li>`,
      )
      .join('')}</ul></section>
<section id="testimonial" data-island="testimonials" aria-label="Testimonials"><div data-viewport tabindex="0"><ul data-container>${Array.from(
      { length: testimonials },
      (_, index) => `<li data-slide><blockquote>Quote ${index + 1}</blockquote></li>`,
    ).join('')}</ul></div><div data-controls></div></section>
<section id="contact"><form data-island="contact" method="post" action="/api/messages">
<label for="name">Name</label> <input id="name" name="user_name" required maxlength="100"><p data-error-for="user_name" id="name-error"></p>
<label for="email">Email</label> <input id="email" name="user_email" type="email" required maxlength="254" aria-describedby="email-hint"><span id="email-hint">Never shown</span><p data-error-for="user_email" id="email-error"></p>
<label for="text">Message</label> <textarea id="text" name="message" required maxlength="5000"></textarea><p data-error-for="message" id="text-error"></p>
<input name="website" tabindex="-1" autocomplete="off" aria-label="Leave empty"><input type="hidden" name="elapsed">
<button type="submit">Send</button><p role="status"></p><p data-sent-note="An answer comes soon."></p></form></section>
</main><footer>Footer</footer>`,
  )

/** Rules of one page alone, allowed there by their hash. */
export const fixtureInlineStyle = '[data-project-article] img { border-radius: 1px }'

/** A project's own page. */
export const fixtureProjectPage = (boot: string, slug: string): string | undefined => {
  const project = fixtureProjects.find((one) => one.slug === slug)
  return (
    project &&
    document(
      `${project.title} – Fixture`,
      boot,
      `<header data-nav><a href="/">Fixture</a></header><style>${fixtureInlineStyle}</style><main><article data-project-article><h1>${project.title}</h1>${image(9)}<p>All about ${project.title}.</p><p><a href="https://example.com/">Visit</a></p></article></main>`,
    )
  )
}
