import type { Content } from '../model/content.ts'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'
import { Footer } from './sections/footer.tsx'
import { Navbar } from './sections/navbar.tsx'
import { type Registry, sectionLinks } from './sections.ts'

/** What stands round every page. */
export const frameOf = (content: Content, memo: Memo, year: number, known: Registry) => {
  const { name, copyrightSince, socials } = content.settings
  const links = sectionLinks(content, known).filter(({ id }) => id !== 'home')
  return {
    /** Equal for equal frames, and shorter than they are. */
    key: JSON.stringify([name, links, copyrightSince, socials, year]),
    navbar: memo.keep('navbar', { name, links }, (props) => markup(<Navbar {...props} />)),
    footer: memo.keep('footer', { settings: { name, copyrightSince, socials }, year }, (props) =>
      markup(<Footer {...props} />),
    ),
  }
}
