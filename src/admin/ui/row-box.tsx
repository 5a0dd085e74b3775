interface Props {
  title: string
  chosen: boolean
  /** `range` is true when all rows since the last chosen one are meant. */
  choose(range: boolean): void
}

/** Selects a row of a list. */
export const RowBox = ({ title, chosen, choose }: Props) => (
  <input
    type="checkbox"
    className="row-box"
    data-list-select
    aria-label={`Select ${title}`}
    checked={chosen}
    onChange={(event) => choose((event.nativeEvent as MouseEvent).shiftKey === true)}
  />
)
