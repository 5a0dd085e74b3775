import { lazy, Suspense, useState } from 'react'
import { slugOf } from '../../model/fields/slug-of.ts'
import type { Category } from '../../model/settings/categories.ts'
import type { InputProps } from '../form/inputs/input.ts'
import { ItemsInput } from '../form/inputs/items-input.tsx'

const RemoveCategory = lazy(() => import('./remove-category.tsx'))

/** The slug of a category that was never published follows its label until it is typed by hand. */
const withSlugs = (before: readonly Category[], after: readonly Category[]): Category[] =>
  after.map((category, at) => {
    const was = before[at]
    if (category.id !== '' || was?.label === undefined || was.label === category.label) return category
    return was.slug === '' || was.slug === slugOf(was.label) ? { ...category, slug: slugOf(category.label) } : category
  })

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
          else props.onChange(withSlugs(categories, next))
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
