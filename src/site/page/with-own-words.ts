import type { Content } from '../../model/content/published-content.ts'
import { nameless, personLinkLabel } from '../../model/settings/with-person.ts'
import type { Words } from '../../model/words/words.ts'

/** The content with the words that the site has put into its settings by itself in the language of the page. */
export const withOwnWords = (content: Content, { page }: Words): Content => {
  const { settings } = content
  const ownLink = content.about[0] && `mailto:${content.about[0].email}`
  const name = settings.name === nameless ? page.nameless : settings.name
  const socials = settings.socials.map((social) =>
    social.label === personLinkLabel && social.url === ownLink ? { ...social, label: page.email } : social,
  )
  return { ...content, settings: { ...settings, name, socials } }
}
