import type { Content } from '../../model/content/published-content.ts'
import { sectionLinks } from '../sections/registry.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import type { Renderer } from './renderer.ts'

/** Navbar and footer, which every page has. */
export const frameOf = (content: Content, renderer: Renderer, year: number) => {
  const { name, copyrightSince, socials } = content.settings
  const links = sectionLinks(content).filter(({ id }) => id !== 'home')
  return {
    /** Equal for equal frames, and shorter than they are. */
    key: JSON.stringify([name, links, copyrightSince, socials, year]),
    navbar: renderer.html('navbar', Navbar, { name, links }),
    footer: renderer.html('footer', Footer, { settings: { name, copyrightSince, socials }, year }),
  }
}
