import { useLocation, useParams } from 'react-router'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { useOpenForm } from '../form/autosave/open-form.ts'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { CreateForm } from './create-form.tsx'
import { EditForm } from './edit-form.tsx'
import { entrySource, useEntry } from './entries-api.ts'

const Create = ({ collection }: { collection: CollectionName }) => {
  const open = useOpenForm(entrySource(collection), null)
  return open ? <CreateForm collection={collection} open={open} /> : <FrameSkeleton />
}

const Edit = ({ collection, id }: { collection: CollectionName; id: string }) => {
  const { data: entry, error, refetch } = useEntry(collection, id)
  const open = useOpenForm(entrySource(collection, id), entry)
  if (error && !entry)
    return (
      <Screen title={`Edit ${collections[collection].label.one}`}>
        <LoadFailure error={error} retry={refetch} />
      </Screen>
    )
  if (!entry || !open) return <FrameSkeleton />
  return <EditForm collection={collection} entry={entry} open={open} />
}

export const EntryFormScreen = ({ collection }: { collection: CollectionName }) => {
  const { id } = useParams()
  const { state } = useLocation()
  // Another one after it was saved starts with an empty form.
  const { after } = (state ?? {}) as { after?: string }
  return id ? <Edit key={id} collection={collection} id={id} /> : <Create key={after} collection={collection} />
}
