import type { BlockNamed } from '../../model/blocks/kinds.ts'
import type { BlockView } from './block-view.ts'

export type Figure = BlockNamed<'figures'>['items'][number]

/** A number, and what it was before, such as 800 → 12 ms. */
export const FigureValue = ({ figure: { before, value, unit } }: { figure: Figure }) => (
  <>
    {before === '' ? null : (
      <>
        <del>
          <bdi>{before}</bdi>
        </del>{' '}
        <span className="figures-arrow" aria-hidden="true">
          →
        </span>{' '}
      </>
    )}
    <bdi>{value}</bdi> {unit === '' ? null : <bdi className="figures-unit">{unit}</bdi>}
  </>
)

export const FiguresBlock: BlockView<'figures'> = ({ block }) => {
  const shown = block.items.filter(({ label, value }) => label !== '' && value !== '')
  return shown.length > 0 ? (
    <dl className="figures">
      {shown.map((figure, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two equal figures apart.
        <div key={n}>
          <dt dir="auto">{figure.label}</dt>
          <dd className="figures-value">
            <FigureValue figure={figure} />
          </dd>
          {figure.source === '' ? null : (
            <dd className="figures-source" dir="auto">
              {figure.source}
            </dd>
          )}
        </div>
      ))}
    </dl>
  ) : null
}
