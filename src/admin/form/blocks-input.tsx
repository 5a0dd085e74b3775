import { Input as Labelled, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { LoadFailure } from '../ui/loading.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import type { InputProps } from './input.ts'

const load = () => import('./blocks-editor.tsx')

/** The editor of blocks. It is large, so only forms that have blocks fetch it. */
export const BlocksInput = (props: InputProps) => {
  const [wanted, setWanted] = useState(true)
  const editor = useLoaded(load, wanted, () => setWanted(false))
  if (editor) return <editor.BlocksEditor {...props} />
  return (
    <div>
      <Labelled.Label labelElement="div">{props.field.label}</Labelled.Label>
      {wanted ? (
        <Skeleton height={160} mt={4} />
      ) : (
        <LoadFailure
          error={new ApiError('offline', 'The editor could not be fetched. Check the connection.')}
          retry={() => setWanted(true)}
        />
      )}
    </div>
  )
}
