import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { type Figure, FigureValue } from '../../blocks/figures.tsx'
import { useMarks } from '../../markup/marks.ts'
import { firstSentence } from './layout.ts'

interface Props {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'year' | 'client'>
  categories: { slug: string; label: string }[]
  summary: string
  language: string
  figure: Figure | undefined
}

export const FigureLine = ({ figure }: { figure: Figure }) => (
  <span className="figure-line">
    <span className="figure-line-value">
      <FigureValue figure={figure} />
    </span>{' '}
    <span className="figure-line-label" dir="auto">
      {figure.label}
    </span>
  </span>
)

/** One project of the index: what was made, when, for whom, and what came of it, in words. */
export const IndexRow = ({ project, categories, summary, language, figure }: Props) => {
  const { id, title, slug, year, client } = project
  const mark = useMarks().entry('projects', id)
  const sentence = firstSentence(summary, language)
  const whose = (
    <span className="index-client" dir="auto" {...mark('client', 'categories')}>
      {client || categories.map(({ label }) => label).join(', ')}
    </span>
  )
  return (
    <li className="index-row" data-category={categories.map((one) => one.slug).join(' ')} {...mark()}>
      <a className="index-link" href={`/projects/${slug}`} data-project="">
        <span className="index-year" {...mark('year')}>
          {year ?? ''}
        </span>{' '}
        <span className="index-name">
          <span className="card-title" dir="auto" {...mark('title')}>
            {title}
          </span>{' '}
          {sentence ? whose : null}
        </span>{' '}
        <span className="index-sentence" dir="auto" {...mark('summary')}>
          {sentence || whose}
        </span>{' '}
        {figure ? <FigureLine figure={figure} /> : null}
      </a>
    </li>
  )
}
