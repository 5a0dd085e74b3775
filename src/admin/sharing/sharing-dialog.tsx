import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../ui/loaded.tsx'
import { Modal } from '../ui/modal.tsx'
import { LinkViews } from './link-views.tsx'
import { fetchPageHead } from './page-head.ts'
import { QrSection } from './qr-section.tsx'

interface Props {
  /** Address at which visitors find what is shared. */
  path: string
  close(): void
}

/** A page as search engines, networks and messengers show a link to it, and its QR code. Shows what is published. */
const SharingDialog = ({ path, close }: Props) => {
  // What is published may be another page a moment later.
  const query = useQuery({
    queryKey: ['page-head', path],
    queryFn: async () => (await fetchPageHead(path)) ?? null,
    gcTime: 0,
  })
  return (
    <Modal opened onClose={close} title="Link preview and QR code" size="lg">
      <Loaded query={query} h={320}>
        {(head) =>
          head ? (
            <Stack gap="lg">
              <Text size="sm" c="dimmed">
                As it is published. Networks keep what they have fetched for some days, and crop a little differently.
              </Text>
              <LinkViews head={head} />
              <Title order={3} size="h5">
                QR code
              </Title>
              <QrSection url={head.url} />
              {path === '/' && (
                <Text size="sm">
                  <Anchor href="/card.vcf" download>
                    Save your card for address books
                  </Anchor>
                </Text>
              )}
            </Stack>
          ) : (
            <Text size="sm">Visitors find nothing at {path} yet. Publish it first.</Text>
          )
        }
      </Loaded>
    </Modal>
  )
}

export default SharingDialog
