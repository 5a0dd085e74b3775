import { categories, flag, select } from './kinds/choices.ts'
import { entry, id, image, video } from './kinds/ids.ts'
import { items, lines, list } from './kinds/lists.ts'
import { integer, percent, rating } from './kinds/numbers.ts'
import { code, email, markdown, slug, text, textarea, url, yearText } from './kinds/texts.ts'

export {
  type Common,
  type DataOf,
  type Field,
  type FieldKind,
  type Fields,
  present,
  traits,
  type ValueOf,
} from './field.ts'
export { shapeOf } from './kinds/lists.ts'
export { isSafeLink } from './kinds/texts.ts'

/** The field kinds, each a function from its label and bounds to a `Field`. Lengths are in UTF-16 code units. */
export const fields = {
  text,
  yearText,
  textarea,
  markdown,
  email,
  url,
  slug,
  integer,
  percent,
  rating,
  select,
  flag,
  list,
  lines,
  items,
  id,
  categories,
  code,
  image,
  video,
  entry,
}
