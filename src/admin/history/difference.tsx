import { Thumb } from '../content/thumb.tsx'
import type { FieldChange } from './field-changes.ts'
import { wordDifference } from './word-difference.ts'

const Thumbnail = ({ url, alt }: { url: string; alt: string }) => (
  <span className="thumb">
    <img src={url} alt={alt} />
  </span>
)

export const Difference = ({ change }: { change: FieldChange }) => {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
        if (kind === 'removed') return <del key={at}>{text}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        if (kind === 'added') return <ins key={at}>{text}</ins>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return <span key={at}>{text}</span>
      })}
    </span>
  )
}
