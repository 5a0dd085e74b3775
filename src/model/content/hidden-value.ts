import type { Field } from '../fields/fields.ts'

/** True for an empty field that the owner hides from the page: nothing is required there. */
export const isHiddenAndEmpty = (
  name: string,
  { shownBy, empty }: Pick<Field<unknown>, 'shownBy' | 'empty'>,
  data: Readonly<Record<string, unknown>>,
): boolean => shownBy !== undefined && data[shownBy] === false && (data[name] ?? empty) === empty
