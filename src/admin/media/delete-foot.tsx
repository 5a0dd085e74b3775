import { Button, Group } from '@mantine/core'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import type { MediaItem, MediaUse } from '../../model/media/media-item.ts'
import { changeWithToast } from '../history/toast-change.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { forgetMedia, media } from './media-api.ts'

interface Props {
  item: MediaItem
  /** Undefined while they are loading. */
  uses: readonly MediaUse[] | undefined
  close(): void
  /** The dialog's own action. */
  children: ReactNode
}

/** Foot of a media item's dialog. Deleting asks first where the item is used, or while that is not known. */
export const DeleteFoot = ({ item, uses, close, children }: Props) => {
  const [asking, setAsking] = useState(false)
  const what = item.kind === 'file' ? 'file' : 'image'
  const remove = async () => {
    const done = {
      done: what === 'file' ? 'File deleted' : 'Image deleted',
      failed: 'Not deleted',
      forget: forgetMedia,
    }
    if (await changeWithToast(() => media.remove(item.id), done)) close()
  }
  return (
    <>
      {asking && <DeleteQuestion what={what} useCount={uses?.length} remove={remove} cancel={() => setAsking(false)} />}
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
