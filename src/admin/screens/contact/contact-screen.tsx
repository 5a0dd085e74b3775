import { Button, Skeleton, Stack } from '@mantine/core'
import { useMessages } from '../../api/messages.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MessageItem } from './message-item.tsx'
import { useMessageActions } from './use-message-actions.ts'

const Messages = () => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMessages()
  const { hidden, mark, remove } = useMessageActions()
  if (error && !data) return <LoadFailure error={error} retry={refetch} />
  if (!data) return <Skeleton h={280} aria-label="Loading" />
  const all = data.pages.flatMap(({ messages }) => messages).filter(({ id }) => !hidden.has(id))
  if (all.length === 0)
    return (
      <Empty
        title="No messages yet"
        action={
          <Button component="a" href="/#contact" target="_blank" rel="noopener" variant="default" size="xs" mt="xs">
            Try the contact form
          </Button>
        }
      >
        What visitors send from Contact is kept here, whether or not an e-mail could be sent.
      </Empty>
    )
  return (
    <Stack gap="md">
      <ul className="messages">
        {all.map((message) => (
          <MessageItem key={message.id} message={message} mark={mark} remove={remove} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" onClick={() => fetchNextPage()} loading={isFetchingNextPage} w="fit-content">
          Older messages
        </Button>
      )}
    </Stack>
  )
}

/** What visitors have sent, newest first. */
export const ContactScreen = () => (
  <Screen title="Contact" lead="Messages from the contact form.">
    <Messages />
  </Screen>
)
