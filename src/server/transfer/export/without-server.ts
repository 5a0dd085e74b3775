import type { Content } from '../../../model/content/published-content.ts'

const toForm = /^\/?#contact$/

/** The content without the contact form, which needs a server. Links to the form become the owner's email address, or are removed. */
export const withoutServer = (content: Content): Content => {
  const { settings } = content
  const shows = settings.sections.some(({ id, visible }) => id === 'contact' && visible)
  const mail = settings.socials.find(({ url }) => url.startsWith('mailto:'))?.url ?? ''
  return {
    ...content,
    settings: {
      ...settings,
      hireLink: shows && toForm.test(settings.hireLink) ? mail : settings.hireLink,
      sections: settings.sections.map((section) =>
        section.id === 'contact' ? { ...section, visible: false } : section,
      ),
    },
  }
}
