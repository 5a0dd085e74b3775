import VideoOff from 'lucide-react/icons/video-off'
import { videoTypes } from '../../media/fit-for-upload.ts'
import { VideoFrame } from '../../media/video-frame.tsx'
import type { InputProps } from './input.ts'
import { MediaInput } from './media-input.tsx'

export const VideoInput = (props: InputProps) => (
  <MediaInput
    {...props}
    kind="video"
    accept={videoTypes}
    frame={(item) => (item ? <VideoFrame item={item} /> : <VideoOff size={22} aria-hidden />)}
  />
)
