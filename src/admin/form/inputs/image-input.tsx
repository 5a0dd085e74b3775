import ImageOff from 'lucide-react/icons/image-off'
import { lazy } from 'react'
import { imageTypes } from '../../media/upload-state.ts'
import type { InputProps } from './input.ts'
import { MediaInput } from './media-input.tsx'

const ImageDetails = lazy(() => import('./image-details.tsx'))

export const ImageInput = (props: InputProps) => (
  <MediaInput
    {...props}
    kind="image"
    accept={imageTypes}
    frame={(item) =>
      item ? (
        <img src={item.url} alt={item.alt} width={item.width} height={item.height} />
      ) : (
        <ImageOff size={22} aria-hidden />
      )
    }
    details={(item) => <ImageDetails key={`${item.id} ${item.version}`} item={item} />}
  />
)
