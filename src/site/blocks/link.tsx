import { hostOf } from '../markup/host-of.ts'
import type { BlockView } from './block-view.ts'

/** A card whose last line says where it leads; nothing of that place is fetched. */
export const LinkBlock: BlockView<'link'> = ({ block: { title, url, text } }) =>
  url === '' || title === '' ? null : (
    <a className="link-card" href={url} {...(/^https?:/i.test(url) ? { rel: 'external' } : {})}>
      <span className="link-card-title" dir="auto">
        {title}
      </span>{' '}
      {text === '' ? null : (
        <span className="link-card-text" dir="auto">
          {text}
        </span>
      )}{' '}
      <span className="link-card-host" dir="ltr">
        {hostOf(url)}
      </span>
    </a>
  )
