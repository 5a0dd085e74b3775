import { useState } from 'react'
import { useParams } from 'react-router'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { useOpenForm } from '../form/autosave/open-form.ts'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { CreateForm } from './create-form.tsx'
import { EditForm } from './edit-form.tsx'
import { useEntry } from './entries-api.ts'

interface Props {
  collection: CollectionName
  reopen(): void
}

const Create = ({ collection, reopen }: Props) => {
  const form = useOpenForm(collection, null)
  return form ? <CreateForm collection={collection} form={form} reopen={reopen} /> : <FrameSkeleton />
}

const Edit = ({ collection, id, reopen }: Props & { id: string }) => {
  const { data: entry, error, refetch } = useEntry(collection, id)
  const form = useOpenForm(collection, entry)
  if (error && !entry)
    return (
      <Screen title={`Edit ${collections[collection].label.one}`}>
        <LoadFailure error={error} retry={refetch} />
      </Screen>
    )
  if (!entry || !form) return <FrameSkeleton />
  return <EditForm collection={collection} entry={entry} form={form} reopen={reopen} />
}

/** Creates an entry or, with an id in the path, edits one. */
export const EntryFormScreen = ({ collection }: { collection: CollectionName }) => {
  const { id } = useParams()
  const [round, setRound] = useState(0)
  const reopen = () => setRound((before) => before + 1)
  // Another entry, or a reopened one, needs a new form.
  return id ? (
    <Edit key={`${id} ${round}`} collection={collection} id={id} reopen={reopen} />
  ) : (
    <Create key={round} collection={collection} reopen={reopen} />
  )
}
