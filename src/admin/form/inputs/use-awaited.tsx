import { awaitedFile } from '../../../model/media/awaited-file.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

const load = () => import('../../media/upload-list.tsx')

/** In the place of a file that a value awaits: how far it is. Undefined for any other value. */
export const useAwaited = (value: unknown, clear: () => void) => {
  const file = awaitedFile(value)
  const lines = useLoaded(load, file !== undefined)
  if (!file) return undefined
  return lines ? <lines.AwaitedLine key={file.id} file={file} clear={clear} /> : file.name
}
