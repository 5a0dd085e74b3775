import { useParams } from 'react-router'
import { type CollectionName, collections } from '../../../model/collections/index.ts'
import { Screen } from '../../ui/screen.tsx'

/** Creates or, with an id in the address, edits one entry. */
export const EntryFormScreen = ({ collection }: { collection: CollectionName }) => {
  const { id } = useParams()
  return <Screen title={`${id ? 'Edit' : 'Create'} ${collections[collection].label.one}`}>{null}</Screen>
}
