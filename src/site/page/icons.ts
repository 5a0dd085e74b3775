import { escapeHtml } from '../../model/escape-html.ts'
import { homeScreenIcon } from '../../model/media/published-image.ts'
import { type Content, imageIn } from '../../model/publishing/published-content.ts'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: 'maskable'
}

const ownIcons: Icon[] = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
]

/** The icons of the owner's choice; undefined without one, and until they are made. */
const chosenIcons = ({ settings, media }: Pick<Content, 'settings' | 'media'>): Icon[] | undefined => {
  const image = imageIn(media, settings.icon)
  if (image?.vector) return [{ src: image.vector, sizes: 'any', type: 'image/svg+xml' }]
  return image?.icons?.map(({ size, url }) => ({ src: url, sizes: `${size}x${size}`, type: 'image/png' }))
}

/** The icons of the web manifest. */
export const manifestIcons = (content: Content): Icon[] => chosenIcons(content) ?? ownIcons

const icon = ({ src, sizes, type }: Icon) =>
  `<link rel="icon" href="${escapeHtml(src)}" type="${type}"${sizes === 'any' ? '' : ` sizes="${sizes}"`}>`
const homeScreen = (src: string) => `<link rel="apple-touch-icon" href="${escapeHtml(src)}">`

/** The icons of a page's head. An SVG alone has none for home screens, which show no SVG. */
export const iconLinks = (content: Content): string => {
  const chosen = chosenIcons(content)
  if (!chosen)
    return [
      ...ownIcons
        .filter(({ src }) => /favicon|192/.test(src))
        .reverse()
        .map(icon),
      homeScreen('/apple-touch-icon.png'),
    ].join('')
  const isHomeScreen = ({ sizes }: Icon) => sizes === `${homeScreenIcon}x${homeScreenIcon}`
  return [
    ...chosen.filter((one) => !isHomeScreen(one)).map(icon),
    ...chosen.filter(isHomeScreen).map(({ src }) => homeScreen(src)),
  ].join('')
}
