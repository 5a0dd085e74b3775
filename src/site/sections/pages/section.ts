import { blockContent } from '../../blocks/block-content.ts'
import { defineSection } from '../define-section.ts'
import { sectionPageLinks } from './page-links.ts'
import { PageSection, sectionPages } from './section-pages.tsx'

/** The owner's pages that are placed on the one page, each as a section. */
export const pages = defineSection('pages', {
  hasContent: (content) => sectionPages(content).length > 0,
  links: (content) => sectionPageLinks(content, 'navbar'),
  html: (content, renderer) =>
    sectionPages(content)
      .map((page) => {
        const { blocks } = page
        const props = { page, content: blockContent(blocks, content), styles: renderer.blockStyles }
        return renderer.html('page-section', PageSection, props)
      })
      .join(''),
})
