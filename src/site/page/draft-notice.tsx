import { filled } from '../../model/words/template.ts'
import { useWords } from '../markup/words.ts'

interface Props {
  until: string
  /** Address at which visitors see the same; undefined for a draft. */
  publicPath: string | undefined
}

/** Says to whoever reviews a draft what it is, and how long they can; once it is published, where. */
export const DraftNotice = ({ until, publicPath }: Props) => {
  const { language, review } = useWords()
  const time = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return (
    <p className="draft-notice" role="note">
      {publicPath === undefined ? (
        filled(review.notice, { until: time.format(new Date(until)) })
      ) : (
        <a href={publicPath}>{review.published}</a>
      )}
    </p>
  )
}
