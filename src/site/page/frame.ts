import type { Content } from '../../model/publishing/published-content.ts'
import type { Renderer } from '../markup/renderer.ts'
import { footerLinks, siteLinks } from '../sections/registry.ts'
import { Footer } from './footer.tsx'
import { iconLinks } from './icons.ts'
import { Navbar } from './navbar.tsx'

/** Parts of every page around its content. */
export type Frame = Pick<ReturnType<typeof frameOf>, 'icons' | 'navbar' | 'footer'>

/** Icons, navbar and footer, which every page has. `current` is the path of a page that may have a link in the navbar. */
export const frameOf = (content: Content, renderer: Renderer, year: number, current?: string) => {
  const { name, copyrightSince, socials } = content.settings
  const links = siteLinks(content, renderer.words).filter(({ section }) => section !== 'home')
  const inFooter = footerLinks(content)
  const icons = iconLinks(content)
  return {
    /** Equal for equal frames, and shorter than they are. */
    key: JSON.stringify([renderer.words.key, name, links, inFooter, copyrightSince, socials, year, icons]),
    icons,
    navbar: renderer.html('navbar', Navbar, { name, links, current }),
    footer: renderer.html('footer', Footer, { settings: { name, copyrightSince, socials }, links: inFooter, year }),
  }
}
