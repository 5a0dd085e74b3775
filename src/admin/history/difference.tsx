import { Thumb } from '../content/thumb.tsx'
import type { FieldChange } from './field-change.ts'
import { wordDifference } from './word-difference.ts'

const Thumbnail = ({ url, alt }: { url: string; alt: string }) => (
  <span className="thumb">
    <img src={url} alt={alt} />
  </span>
)

const tags = { removed: 'del', added: 'ins', same: 'span', gap: 'span' } as const

const context = 60

/** Long text that stays, as its beginning and its end. */
const shortened = (text: string) =>
  text.length <= 3 * context ? text : `${text.slice(0, context)} … ${text.slice(-context)}`

/** `brief` leaves out most of the text that stays. */
export const Difference = ({ change, brief = false }: { change: FieldChange; brief?: boolean }) => {
  if (change.kind === 'image')
    return (
      <span className="difference-images">
        {change.before && <Thumb id={change.before} />}
        <span aria-hidden>→</span>
        <span className="visually-hidden">became</span>
        {change.after ? <Thumb id={change.after} /> : 'none'}
      </span>
    )
  if (change.kind === 'shown')
    return (
      <span className="difference-images" data-large>
        {change.before && <Thumbnail url={change.before} alt="Before" />}
        {change.before && change.after && (
          <>
            <span aria-hidden>→</span>
            <span className="visually-hidden">became</span>
          </>
        )}
        {change.after && <Thumbnail url={change.after} alt="After" />}
      </span>
    )
  return (
    <span className="difference">
      {wordDifference(change.before, change.after).map(({ text, kind }, at) => {
        const Tag = tags[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
        return <Tag key={at}>{brief && kind === 'same' ? shortened(text) : text}</Tag>
      })}
    </span>
  )
}
