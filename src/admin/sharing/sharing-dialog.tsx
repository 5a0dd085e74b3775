import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { cutText } from '../../model/fields/cut-text.ts'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded } from '../ui/loading.tsx'
import { QrCode, qrPath } from '../ui/qr-code.tsx'
import { toastError } from '../ui/toast.tsx'

/** Facts that a page gives to those who show links to it. */
interface PageHead {
  url: string
  title: string
  description: string
  /** Path and size in px of its image; undefined without one. */
  image: { path: string; alt: string; width: number; height: number } | undefined
}

const read = (page: Document, selector: string): string =>
  page.head.querySelector<HTMLMetaElement>(selector)?.content ?? ''

/** The head of a page, from its HTML. `url` is where it was fetched. */
const pageHead = (html: string, url: string): PageHead => {
  // Style is no part of it, and the policy of this window would refuse that of another page.
  const page = new DOMParser().parseFromString(html.split('<style', 1)[0] ?? '', 'text/html')
  const property = (name: string) => read(page, `meta[property="og:${name}"]`)
  const image = property('image')
  return {
    // The public one, which may not be that of this window.
    url: property('url') || url,
    title: page.title,
    description: cutText(read(page, 'meta[name="description"]'), 300),
    image: image
      ? {
          path: new URL(image).pathname,
          alt: property('image:alt'),
          width: Number(property('image:width')),
          height: Number(property('image:height')),
        }
      : undefined,
  }
}

/** Fetches what visitors see at a path; undefined when there is nothing. */
const fetchPageHead = async (path: string): Promise<PageHead | undefined> => {
  const answer = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error('The page could not be read. Try again in a moment.')
  return pageHead(await answer.text(), answer.url)
}

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
    <Text component="figcaption" lh={1.5} mb={6} className="muted">
      {name}
    </Text>
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
    <Text fz="1.125rem" lh={1.5} my={2} c="var(--mantine-color-anchor)" dir="auto">
      {cutText(title, 60)}
    </Text>
    <Text size="sm" dir="auto">
      {cutText(description, 160) || 'No description: search engines choose a text of the page.'}
    </Text>
  </div>
)

/** A page as others show a link to it. */
const LinkViews = ({ head }: { head: PageHead }) => {
  const { title, description, image, url } = head
  const words = (
    <Box px="sm" py={10} miw={0}>
      <Text size="xs" c="dimmed" dir="ltr">
        {hostOf(url)}
      </Text>
      <Text size="sm" fw={600} dir="auto" lineClamp={2}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
        {description}
      </Text>
    </Box>
  )
  return (
    <Stack gap="lg">
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
    </Stack>
  )
}

// Four modules are the quiet zone that ISO/IEC 18004 asks for on paper.
const border = 4

/** A QR code as an SVG file. */
const qrSvg = (text: string): Blob => {
  const { size, path } = qrPath(text, border)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** The same as a PNG of at least 1000 px, each module a whole number of px. */
const qrPng = async (text: string): Promise<Blob> => {
  const { size, data } = encode(text, { border })
  const side = Math.ceil(1000 / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * side
  canvas.height = size * side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no images.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) context.fillRect(x * side, y * side, side, side)
  const png = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!png) throw new Error('This browser could not make the image.')
  return png
}

/** Saves a file from the page. */
export const download = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it in a later task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

// More modules than a camera reads from a business card.
const most = 500

const fileName = (address: string, ending: string) => {
  const words = address.replace(/^\w+:/, '').split(/[^\w.]+/)
  return `qr-${words.filter(Boolean).join('-').slice(0, 60) || 'code'}.${ending}`
}

/** A QR code of any address, to be saved for paper. */
const QrSection = ({ url }: { url: string }) => {
  const [address, setAddress] = useState(url)
  const text = address.trim() || url
  const save = async (make: () => Blob | Promise<Blob>, ending: string) => {
    try {
      download(await make(), fileName(text, ending))
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Stack gap="sm">
      <TextInput
        label="The QR code leads to"
        name="qr-address"
        type="url"
        maxLength={most}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <QrCode text={text} label={`QR code of ${text}`} />
      <Group gap="xs">
        <Button variant="default" onClick={() => save(() => qrSvg(text), 'svg')}>
          Save as SVG
        </Button>
        <Button variant="default" onClick={() => save(() => qrPng(text), 'png')}>
          Save as PNG
        </Button>
      </Group>
    </Stack>
  )
}

interface Props {
  /** Address at which visitors find what is shared. */
  path: string
  shows: 'preview' | 'code'
  close(): void
}

/** A page as search engines, networks and messengers show a link to it, or its QR code. Shows what is published. */
const SharingDialog = ({ path, shows, close }: Props) => {
  // What is published may be another page a moment later.
  const query = useQuery({
    queryKey: ['page-head', path],
    queryFn: async () => (await fetchPageHead(path)) ?? null,
    gcTime: 0,
  })
  return (
    <Modal opened onClose={close} title={shows === 'code' ? 'QR code' : 'Link preview'} size="lg">
      <Loaded query={query} h={320}>
        {(head) => {
          if (!head) return <Text size="sm">Visitors find nothing at {path} yet. Publish it first.</Text>
          if (shows === 'code') return <QrSection url={head.url} />
          return (
            <Stack gap="lg">
              <Text size="sm" c="dimmed">
                As it is published. Networks keep what they have fetched for some days, and crop a little differently.
              </Text>
              <LinkViews head={head} />
            </Stack>
          )
        }}
      </Loaded>
    </Modal>
  )
}

export default SharingDialog
