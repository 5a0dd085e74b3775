import type { BlockView } from './block-view.ts'

export const FiguresBlock: BlockView<'figures'> = ({ block }) => {
  const shown = block.items.filter(({ label, value }) => label !== '' && value !== '')
  return shown.length > 0 ? (
    <dl className="figures">
      {shown.map(({ label, before, value, unit, source }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two equal figures apart.
        <div key={n}>
          <dt dir="auto">{label}</dt>
          <dd className="figures-value">
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
          </dd>
          {source === '' ? null : (
            <dd className="figures-source" dir="auto">
              {source}
            </dd>
          )}
        </div>
      ))}
    </dl>
  ) : null
}
