import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { cutText } from '../../model/publishing/cut-text.ts'
import type { PageHead } from './page-head.ts'

/** The part of the image that fits a shape, its middle: so networks crop it. */
const Cropped = ({ image, ratio }: { image: PageHead['image']; ratio: string }) =>
  image ? (
    <img className="link-image" src={image.path} alt={image.alt} style={{ aspectRatio: ratio }} />
  ) : (
    <Text size="sm" c="dimmed" className="link-image link-image-none" style={{ aspectRatio: ratio }}>
      No image
    </Text>
  )

const View = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure className="link-view">
    <figcaption>{name}</figcaption>
    {children}
  </figure>
)

const hostOf = (url: string) => new URL(url).host

/** As search engines list a page: about 60 characters of its title and 160 of its description. */
const SearchResult = ({ url, title, description }: PageHead) => (
  <div className="link-search">
    <Text size="xs" c="dimmed" dir="ltr">
      {[hostOf(url), ...new URL(url).pathname.split('/').filter(Boolean)].join(' › ')}
    </Text>
    <p className="link-search-title" dir="auto">
      {cutText(title, 60)}
    </p>
    <Text size="sm" dir="auto">
      {cutText(description, 160) || 'No description: search engines choose a text of the page.'}
    </Text>
  </div>
)

/** A page as others show a link to it. */
export const LinkViews = ({ head }: { head: PageHead }) => {
  const { title, description, image, url } = head
  const words = (
    <div className="link-words">
      <Text size="xs" c="dimmed" dir="ltr">
        {hostOf(url)}
      </Text>
      <Text size="sm" fw={600} dir="auto" lineClamp={2}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
        {description}
      </Text>
    </div>
  )
  return (
    <div className="link-views">
      <View name="Search result">
        <SearchResult {...head} />
      </View>
      <View name="Large image, 1.91 : 1 – Facebook, LinkedIn, Slack, Discord, iMessage">
        <div className="link-card">
          <Cropped image={image} ratio="1.91" />
          {words}
        </div>
      </View>
      <View name="Large image, 2 : 1 – X and others that crop top and bottom">
        <div className="link-card">
          <Cropped image={image} ratio="2" />
        </div>
      </View>
      <View name="Small square – WhatsApp, Signal and other messengers in a narrow chat">
        <div className="link-card link-card-small">
          <Cropped image={image} ratio="1" />
          {words}
        </div>
      </View>
    </div>
  )
}
