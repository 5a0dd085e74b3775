import ImageOff from 'lucide-react/icons/image'
import { useMedia, useMedium } from '../../api/media.ts'

/** A small picture by its id. The newest ones come in one call; older ones are asked for one by one. */
export const Thumb = ({ id }: { id: unknown }) => {
  const { data, isSuccess } = useMedia({ limit: 200 })
  const wanted = typeof id === 'string' && id !== '' ? id : null
  const listed = data?.pages.flatMap(({ media }) => media).find((medium) => medium.id === wanted)
  const { data: single } = useMedium(isSuccess && !listed ? wanted : null)
  const medium = listed ?? single
  const smallest = medium?.variants.webp[0]?.url ?? medium?.url
  return (
    <span className="thumb">
      {smallest ? <img src={smallest} alt="" loading="lazy" /> : <ImageOff size={16} aria-hidden />}
    </span>
  )
}
