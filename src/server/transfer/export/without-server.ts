import type { Content } from '../../../model/content/published-content.ts'

const toForm = /^\/?#contact$/

/**
 * The content as it can be where no server answers: without the contact form, which would only pretend to send. What led to it
 * leads to the owner's e-mail address, if the page names one, or is gone.
 */
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
