import type { Content } from '../../model/content/published-content.ts'
import { sectionLinks } from '../sections/registry.ts'
import { Footer } from './footer.tsx'
import { iconLinks } from './icons.ts'
import { Navbar } from './navbar.tsx'
import type { Renderer } from './renderer.ts'

/** Icons, navbar and footer, which every page has. */
export const frameOf = (content: Content, renderer: Renderer, year: number) => {
  const { name, copyrightSince, socials } = content.settings
  const links = sectionLinks(content).filter(({ id }) => id !== 'home')
  const icons = iconLinks(content)
  return {
    /** Equal for equal frames, and shorter than they are. */
    key: JSON.stringify([name, links, copyrightSince, socials, year, icons]),
    icons,
    navbar: renderer.html('navbar', Navbar, { name, links }),
    footer: renderer.html('footer', Footer, { settings: { name, copyrightSince, socials }, year }),
  }
}
