import type { Content } from '../../model/content/published-content.ts'
import { type Registry, sectionLinks } from '../sections/sections.ts'
import { Footer } from './footer.tsx'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'
import { Navbar } from './navbar.tsx'

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
