import type { DataOf, Fields } from '../../fields/fields.ts'
import type { Collection } from '../define-collection.ts'

/** Examples of a collection's entries; a field that one leaves out is empty. An image is named by its file in `samples/`. */
export const defineExamples = <F extends Fields>(
  { fields }: Collection<F>,
  examples: readonly Partial<DataOf<F>>[],
): readonly DataOf<F>[] => {
  const empty = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.empty])) as DataOf<F>
  return examples.map((example) => ({ ...empty, ...example }))
}
