import VideoOff from 'lucide-react/icons/video-off'
import { videoTypes } from '../../media/upload-state.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { InputProps } from './input.ts'
import { MediaInput } from './media-input.tsx'

// Few forms have a video.
const load = () => import('../../media/video-frame.tsx')

export const VideoInput = (props: InputProps) => {
  const frames = useLoaded(load, true)
  return (
    <MediaInput
      {...props}
      kind="video"
      accept={videoTypes}
      frame={(item) => (item && frames ? <frames.VideoFrame item={item} /> : <VideoOff size={22} aria-hidden />)}
    />
  )
}
