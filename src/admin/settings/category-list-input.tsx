import { lazy, Suspense, useState } from 'react'
import { type Category, withProposedSlugs } from '../../model/settings/categories.ts'
import { ItemsInput } from '../form/inputs/field-inputs.tsx'
import type { InputProps } from '../form/inputs/input.ts'

const RemoveCategory = lazy(() => import('./remove-category.tsx'))

/** The list of categories. Removing a published one asks where its projects go. */
export const CategoryListInput = (props: InputProps) => {
  const categories = props.value as Category[]
  const [removed, setRemoved] = useState<Category>()
  return (
    <>
      <ItemsInput
        {...props}
        onChange={(value) => {
          const next = value as Category[]
          const gone = categories.find(({ id }) => id !== '' && !next.some((one) => one.id === id))
          if (gone) setRemoved(gone)
          else props.onChange(withProposedSlugs(categories, next))
        }}
      />
      {removed && (
        <Suspense>
          <RemoveCategory
            category={removed}
            others={categories.filter(({ id }) => id !== '' && id !== removed.id)}
            close={() => setRemoved(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
