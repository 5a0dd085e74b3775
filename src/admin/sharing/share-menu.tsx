import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Entry } from '../../model/content/entry.ts'
import { copyOrSay } from '../ui/copy-button.tsx'
import { LazyMenu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { lateDialog } from '../ui/use-loaded.ts'

const SharingDialog = lateDialog(() => import('./sharing-dialog.tsx'))
const ShareLinks = lateDialog(() => import('./share-links.tsx'))

const copyLink = async (path: string) => {
  if (await copyOrSay(new URL(path, window.location.origin).href)) toast('Link copied')
}

interface Props {
  /** Where visitors find it; undefined while they find nothing. */
  path: string | undefined
  /** Entry whose draft can be reviewed. */
  entry?: Pick<Entry, 'collection' | 'id'>
  /** False while all of it is published. */
  hasDraft?: boolean
}

/** Every way to hand on what a form edits: to a reviewer, as a link, on paper. */
const ShareMenu = ({ path, entry, hasDraft = false }: Props) => {
  const [dialog, setDialog] = useState<'review' | 'preview' | 'code'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <LazyMenu
        position="bottom-end"
        withinPortal
        button={(props) => (
          <Button variant="default" {...props}>
            Share
          </Button>
        )}
      >
        {(Menu) => (
          <>
            {entry && <Menu.Item onClick={() => setDialog('review')}>Link for review…</Menu.Item>}
            {path === undefined ? (
              <Menu.Label>Its own address works once it is published.</Menu.Label>
            ) : (
              <>
                <Menu.Item onClick={() => void copyLink(path)}>Copy link</Menu.Item>
                <Menu.Item onClick={() => setDialog('preview')}>Link preview…</Menu.Item>
                <Menu.Item onClick={() => setDialog('code')}>QR code…</Menu.Item>
              </>
            )}
            {path === '/' && (
              <Menu.Item component="a" href="/card.vcf" download>
                Card for address books
              </Menu.Item>
            )}
          </>
        )}
      </LazyMenu>
      {dialog === 'review' && entry && (
        <ShareLinks collection={entry.collection} entry={entry.id} hasDraft={hasDraft} close={close} />
      )}
      {(dialog === 'preview' || dialog === 'code') && path !== undefined && (
        <SharingDialog path={path} shows={dialog} close={close} />
      )}
    </>
  )
}

export default ShareMenu
