type Texts = { readonly [key: string]: string | Texts }

/** Every text of a catalogue, or of a part of one, with its path such as `page.skip`. */
export const textsOf = (of: object, path = ''): [path: string, text: string][] =>
  Object.entries(of as Texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : textsOf(value, `${path}${key}.`),
  )

/** Texts that a language spells as English does. Everything else has to differ. */
export const sharedWithEnglish: Readonly<Record<string, readonly string[]>> = {
  // Words that German has taken over, or always had: Name, Portfolio, Design.
  de: ['Name', 'Portfolio', 'Design', 'Team', 'Links'],
  // A CV is a CV in many languages.
  // English took menu and pages from French; design is in French dictionaries.
  fr: ['Menu', 'Design', 'Pages', 'Client', 'Image', '{name} – CV'],
  pt: ['Menu', 'Design'],
  it: ['Menu', 'Design', '{name} – CV'],
  // Dutch has them from the same sources.
  nl: ['Portfolio', 'Contact', 'Menu', 'Beginner (A1)', 'Team', 'Links', '{name} – CV'],
  pl: ['Portfolio', 'Menu', '{name} – CV'],
  sv: ['Portfolio', 'Period', 'Team', '{name} – CV'],
  nb: ['Team', '{name} – CV'],
  da: ['Menu', 'Team', 'Links', '{name} – CV'],
  cs: ['Portfolio', 'Design', 'Role'],
}

const attribute = / (?:aria-label|alt|title|placeholder|content)="([^"]*)"/g

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** What a visitor reads or hears of a page: its texts, and those of the attributes that are said. Data blocks are left out, but for the words of scripts. */
export const saidBy = (html: string): string[] => {
  const words = /<script type="application\/json" id="words">(.*?)<\/script>/s.exec(html)?.[1]
  const plain = html.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
  const head = plain.replaceAll(/<meta (?!name="description"|property="og:(?:title|description|image:alt)")[^>]*>/g, '')
  const attributes = [...head.matchAll(attribute)].map(([, text = '']) => text)
  const texts = head.split(/<[^>]*>/)
  const said = [...attributes, ...texts].map((text) => unescaped(text).trim()).filter((text) => text !== '')
  return [...said, ...(words ? textsOf(JSON.parse(words)).map(([, text]) => text) : [])]
}
