import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections/index.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'
import { countRemnants } from './count-remnants.ts'

const pathOf = ({ collection, entry }: Remnant): string => {
  const path = findCollection(collection)?.admin.path
  return path ? `/admin/${path}/edit/${entry}` : `/admin/${collection}`
}

const labelOf = ({ collection, field, title }: Remnant): string => {
  const definition = findCollection(collection)
  if (collection === 'settings') return `Settings: ${title}`
  if (!definition) return `Image: ${title}`
  const part = field === null ? '' : `, ${definition.fields[field]?.label ?? field}`
  return `${definition.label.one}: ${title}${part}`
}

/** Every piece of the samples, each with a link to the field that has it. */
export const RemnantList = ({ remnants }: { remnants: readonly Remnant[] }) => (
  <details className="checklist-remnants">
    <summary>Sample content that is left: {countRemnants(remnants)}</summary>
    <ul>
      {remnants.map((remnant) => (
        <li key={`${remnant.entry}/${remnant.field}`}>
          <Anchor component={Link} to={pathOf(remnant)} state={{ field: remnant.field ?? '' }} size="sm">
            {labelOf(remnant)}
          </Anchor>
        </li>
      ))}
    </ul>
  </details>
)
