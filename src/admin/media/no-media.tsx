import { Button } from '@mantine/core'
import { Empty } from '../ui/empty.tsx'
import { UploadButton } from './file-button.tsx'
import type { MediaQuery } from './media-api.ts'

/** In the place of the grid when nothing is there, or nothing matches. */
export const NoMedia = ({ query, reset }: { query: MediaQuery; reset(): void }) => {
  const { trash, q, kind, unused } = query
  if (q || kind || unused)
    return (
      <Empty
        title={unused && !q ? 'Nothing is unused' : 'Nothing found'}
        action={
          <Button size="sm" variant="default" mt="xs" onClick={reset}>
            Show all
          </Button>
        }
      >
        {q ? `No name and no description contains all of these words: ${q}` : 'Nothing here fits what you chose above.'}
      </Empty>
    )
  if (trash) return <Empty title="The trash is empty">Deleted images and files appear here and can be restored.</Empty>
  return (
    <Empty title="No images yet" action={<UploadButton>Upload your first image</UploadButton>}>
      Portraits, projects, photos of clients, logos, videos, your CV as a PDF. Drop, paste or choose files. Vitrine
      creates every size that a screen needs.
    </Empty>
  )
}
