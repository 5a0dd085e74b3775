import { Button, Group } from '@mantine/core'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { changeWithToast } from '../history/toast-change.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { forgetMedia, media, useUses } from './media-api.ts'
import { nounOf } from './noun-of.ts'

interface Props {
  item: MediaItem
  close(): void
  /** The dialog's own action. */
  children: ReactNode
}

/** Foot of a media item's dialog. Deleting asks first where the item is used, or while that is not known. */
export const DeleteFoot = ({ item, close, children }: Props) => {
  const { data: uses } = useUses(item.id)
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const done = {
      done: `${nounOf(item)} deleted`,
      failed: 'Not deleted',
      forget: forgetMedia,
    }
    if (await changeWithToast(() => media.remove(item.id), done)) close()
  }
  return (
    <>
      {asking && (
        <DeleteQuestion what={item.kind} useCount={uses?.length} remove={remove} cancel={() => setAsking(false)} />
      )}
      <Group justify="space-between">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Trash size={15} aria-hidden />}
          onClick={() => (uses?.length === 0 ? void remove() : setAsking(true))}
        >
          Delete
        </Button>
        {children}
      </Group>
    </>
  )
}
