import { Anchor, Box, Button, Group, List, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { collections, findCollection } from '../../model/content/collections.ts'
import { counted } from '../../model/counted.ts'
import type { Draft, FieldLocation, ToPreview } from '../../model/preview/preview.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { type AnswerTo, asApiError, call, forgetAll } from '../api/client.ts'
import { PreviewFrame, Widths } from '../preview/preview-pane.tsx'
import { useSideBySide } from '../preview/preview-parts.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { fullTime, localTime, withLocalTimes } from '../ui/times.ts'
import { changeWithToast } from '../ui/undo.ts'
import { PastTime } from './history-screen.tsx'

type PastSite = AnswerTo<'GET /api/past-site'>

/** Lists the changes that bringing the site back makes: a line for each collection and one for the settings. */
const changesOf = (past: PastSite): string[] => {
  const lines = past.collections.map(({ collection, back, away, changed, inTrash, reordered }) => {
    const parts = [
      back > 0 && counted(back, 'comes back', 'come back'),
      away > 0 && counted(away, 'goes away', 'go away'),
      changed > 0 && `${changed} changed`,
      inTrash > 0 && `${inTrash} in the trash`,
      reordered && 'another order',
    ]
    return `${findCollection(collection)?.label.many}: ${parts.filter(Boolean).join(', ')}`
  })
  const names = past.settings.map((name) => settingFields[name as keyof typeof settingFields].label)
  if (names.length > 0) lines.push(`Settings: ${names.join(', ')}`)
  return lines.length > 0 ? lines : ['Only when something was published, and former addresses']
}

const lossesOf = ({ lost, missing }: PastSite): string[] => [
  ...(lost > 0 ? [counted(lost, 'entry was', 'entries were')].map((those) => `${those} deleted for good`) : []),
  ...missing.map(
    ({ collection, title, what, inTrash }) =>
      `${what} of ${title ? `“${title}”` : (findCollection(collection)?.label.one ?? 'Settings')}: ` +
      (inTrash ? 'in the trash of Media, where you can restore it' : 'deleted for good'),
  ),
]

const BringBack = ({ past }: { past: PastSite }) => {
  const [opened, setOpened] = useState(false)
  const when = fullTime(past.at)
  const losses = lossesOf(past)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { change, version } = past
      const act = () => call('POST /api/past-site/restoration', { body: { change, version } })
      const words = { done: `The site is as it was on ${when}`, failed: 'Nothing was brought back', forget: forgetAll }
      if (await changeWithToast(act, words)) setOpened(false)
    },
  })
  if (past.isSame)
    return (
      <Text size="sm">
        Everything is as it was then. There is nothing to bring back.
        {losses.length > 0 && ` ${losses.join('. ')}.`}
      </Text>
    )
  return (
    <>
      <Button size="sm" onClick={() => setOpened(true)}>
        Bring all of it back
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Bring back the site of ${when}?`}>
        <Text size="sm">Drafts and what visitors see become what they were:</Text>
        <List size="sm" my="xs">
          {changesOf(past).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {losses.length > 0 && (
          <>
            <Text size="sm">This does not come back:</Text>
            <List size="sm" my="xs">
              {losses.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </>
        )}
        <Text size="sm">What was made since stays in History. One Undo takes all of this back.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setOpened(false)} data-autofocus>
            Cancel
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            Bring all of it back
          </Button>
        </Group>
      </Modal>
    </>
  )
}

/** The page that is chosen, as a draft that changes nothing. */
const shownPage = ({ content }: PastSite, page: string): Draft => {
  const [collection, id] = page.split('/')
  const entry =
    collection === 'projects' || collection === 'pages' ? content[collection].find((one) => one.id === id) : undefined
  return entry ? ({ collection, entry } as Draft) : { collection: 'settings', settings: content.settings }
}

const PastPages = ({ past }: { past: PastSite }) => {
  const [page, setPage] = useState('')
  const sideBySide = useSideBySide()
  const told = useMemo((): ToPreview => {
    const view = { page: page.startsWith('projects') ? 'project' : 'home', scheme: null } as const
    return { content: past.content, draft: shownPage(past, page), view }
  }, [past, page])
  const { projects, pages } = past.content
  const own = pages.filter(({ placement }) => placement === 'page')
  const follow = ({ collection, entry }: FieldLocation) => {
    if (collection === 'projects' || own.some(({ id }) => id === entry)) setPage(`${collection}/${entry}`)
  }
  const choices = (name: 'projects' | 'pages', list: readonly { id: string; title: string }[]) =>
    list.map(({ id, title }) => ({ value: `${name}/${id}`, label: title }))
  return (
    <div className="past-site">
      <Group gap="xs" className="preview-bar">
        <NativeSelect
          size="sm"
          aria-label="Page"
          value={page}
          onChange={(event) => setPage(event.currentTarget.value)}
          data={[
            { value: '', label: 'The page' },
            { group: collections.projects.label.many, items: choices('projects', projects) },
            { group: collections.pages.label.many, items: choices('pages', own) },
          ]}
        />
        <Box flex={1} />
        {sideBySide && <Widths />}
      </Group>
      <PreviewFrame
        title={`The site as it was on ${fullTime(past.at)}`}
        told={told}
        sideBySide={sideBySide}
        pick={follow}
        left={() => {}}
      />
    </div>
  )
}

export const PastSiteScreen = () => {
  const [params] = useSearchParams()
  const [at, change] = [params.get('at') ?? undefined, params.get('change') ?? undefined]
  const query = useQuery({
    queryKey: ['past-site', at, change],
    queryFn: ({ signal }) =>
      call('GET /api/past-site', { query: { at, change: change === undefined ? change : Number(change) }, signal }),
  })
  const { at: tooEarly } = query.data ? {} : asApiError(query.error).fields
  const time = localTime(at ?? query.data?.at ?? null)
  return (
    <Screen
      title="The site as it was"
      lead={
        <>
          {query.data && `Last change until then: ${fullTime(query.data.at)}. `}
          <Anchor component={Link} to="/admin/history" size="sm" underline="always">
            History
          </Anchor>
        </>
      }
      actions={<PastTime key={`${time}${tooEarly}`} time={time} error={tooEarly && withLocalTimes(tooEarly)} />}
    >
      {tooEarly === undefined && (
        <Loaded query={query} h={480}>
          {(past) => (
            <>
              <Group gap="sm">
                <BringBack past={past} />
              </Group>
              <PastPages key={past.change} past={past} />
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}
