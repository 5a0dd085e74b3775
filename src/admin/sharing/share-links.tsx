import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NewShareLink,
  type ShareLink,
  shareLinkDays,
  usualShareLinkDays,
} from '../../model/publishing/share-link.ts'
import { call, queryClient } from '../api/client.ts'
import { useSubmit } from '../form/simple-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { DaysSelect } from '../ui/days-select.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded } from '../ui/loading.tsx'
import { Row, RowButton, Rows } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { fullTime } from '../ui/times.ts'
import { changeWithToast, toastChange } from '../ui/undo.ts'

const shareLinksKey = 'share-links'

const useShareLinks = (collection: string, entry: string) =>
  useQuery({
    queryKey: [shareLinksKey, collection, entry],
    queryFn: async ({ signal }) =>
      (await call('GET /api/entries/:collection/:id/share-links', { collection, id: entry, signal })).links,
  })

interface Props {
  collection: string
  entry: string
  /** False while all of it is published: its own page has an address. */
  hasDraft: boolean
}

const forget = () => queryClient.invalidateQueries({ queryKey: [shareLinksKey] })

const Links = ({ collection, entry, links }: Omit<Props, 'hasDraft'> & { links: readonly ShareLink[] }) => (
  <Rows>
    {links.map(({ id, url, expiresAt }) => {
      const until = fullTime(expiresAt)
      return (
        <Row
          key={id}
          title={`Works until ${until}`}
          detail={url ?? 'It cannot be shown again: revoke it, and create another.'}
        >
          <Group gap="xs">
            {url && (
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <RowButton of={`the link until ${until}`} onClick={copy}>
                    {copied ? 'Copied' : 'Copy'}
                  </RowButton>
                )}
              </CopyButton>
            )}
            <RowButton
              of={`the link until ${until}`}
              onClick={() =>
                changeWithToast(
                  () =>
                    call('DELETE /api/entries/:collection/:id/share-links/:link', { collection, id: entry, link: id }),
                  {
                    done: (count) => (count === 1 ? 'Link revoked' : `${count} links revoked`),
                    forget,
                  },
                )
              }
            >
              Revoke
            </RowButton>
          </Group>
        </Row>
      )
    })}
  </Rows>
)

/** Creates a link and copies it. Resolves to what is to be said; throws where it was not created. */
export const copyNewLink = async (collection: string, entry: string, link: NewShareLink = {}): Promise<string> => {
  const made = call('POST /api/entries/:collection/:id/share-links', { collection, id: entry, body: link })
  const copied = copyText(made.then(({ url }) => url ?? ''))
  await made
  return (await copied) ? 'Link created and copied' : 'Link created'
}

const NewLink = ({ collection, entry }: Omit<Props, 'hasDraft'>) => {
  const [days, setDays] = useState<number>(usualShareLinkDays)
  const { submit, busy, problem } = useSubmit(async () => {
    toastChange(await copyNewLink(collection, entry, { days } as NewShareLink))
    await forget()
  })
  return (
    <>
      <Problem>{problem}</Problem>
      <Group align="flex-end" gap="xs">
        <DaysSelect choices={shareLinkDays} days={days} onChange={setDays} />
        <Button variant="default" loading={busy} onClick={submit}>
          Create a link
        </Button>
      </Group>
    </>
  )
}

/** Links under which somebody without an account reviews the draft. */
const ShareLinks = ({ collection, entry, hasDraft, close }: Props & { close(): void }) => {
  const query = useShareLinks(collection, entry)
  return (
    <Modal opened onClose={close} title="Links for review">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {hasDraft
            ? 'Whoever has a link sees the draft as it is saved, without an account, until its time is over.'
            : 'Everything is published. The links show the same as the page.'}
        </Text>
        <Loaded query={query} h={40}>
          {(links) => <Links collection={collection} entry={entry} links={links} />}
        </Loaded>
        {hasDraft && <NewLink collection={collection} entry={entry} />}
      </Stack>
    </Modal>
  )
}

export default ShareLinks
