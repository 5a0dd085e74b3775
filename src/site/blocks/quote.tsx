import type { BlockView } from './block-view.ts'

/** A published testimonial, or own words. Nothing of a testimonial that visitors may not see. */
export const QuoteBlock: BlockView<'quote'> = ({ block, content }) => {
  const named = block.testimonial === null ? undefined : content.testimonials[block.testimonial]
  if (block.testimonial !== null && !named) return null
  const text = named?.feedback ?? block.text
  const name = named?.fullname ?? block.name
  const role = named ? named.country : block.role
  return text === '' ? null : (
    <figure className="said">
      <blockquote dir="auto">
        <p>{text}</p>
      </blockquote>
      {name === '' ? null : (
        <figcaption>
          <span className="said-name" dir="auto">
            {name}
          </span>
          {role === '' ? null : (
            <span className="said-role" dir="auto">
              {role}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  )
}
