import type { DrawnPages } from './drawn-pages.ts'

/** The pages of a CV on a desk. */
export const CvPages = ({ url, count, ratio }: DrawnPages) => (
  <div className="cv-pages">
    {Array.from({ length: count }, (_, at) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        key={at}
        className="cv-page"
        role="img"
        aria-label={`Page ${at + 1} of ${count}`}
        style={{
          aspectRatio: 1 / ratio,
          backgroundImage: `url("${url}")`,
          backgroundSize: `100% ${count * 100}%`,
          backgroundPosition: `0 ${count > 1 ? (at / (count - 1)) * 100 : 0}%`,
        }}
      />
    ))}
  </div>
)
