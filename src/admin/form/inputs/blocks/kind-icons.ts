import ChartColumn from 'lucide-react/icons/chart-no-axes-column'
import Code from 'lucide-react/icons/code'
import Film from 'lucide-react/icons/film'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import LinkIcon from 'lucide-react/icons/link'
import Pilcrow from 'lucide-react/icons/pilcrow'
import Quote from 'lucide-react/icons/quote'
import Compare from 'lucide-react/icons/square-split-horizontal'
import type { BlockKindName } from '../../../../model/blocks/kinds.ts'

export const kindIcons: Readonly<Record<BlockKindName, typeof Image>> = {
  text: Pilcrow,
  image: Image,
  gallery: Images,
  compare: Compare,
  video: Film,
  code: Code,
  figures: ChartColumn,
  quote: Quote,
  link: LinkIcon,
}
