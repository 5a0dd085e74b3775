import type { Marks } from '../page/marks.ts'

/** The marks by which the preview finds entries and fields on the page. */
export const previewMarks: Marks = {
  entry:
    (collection, id) =>
    (...fields) => ({
      'data-collection': collection,
      'data-entry': id,
      ...(fields.length > 0 ? { 'data-field': fields.join(' ') } : {}),
    }),
  item: (collection, id, field, index) => ({
    'data-collection': collection,
    'data-entry': id,
    'data-field': field,
    'data-index': index,
  }),
  setting: (name, index) => ({
    'data-collection': 'settings',
    'data-field': name,
    ...(index === undefined ? {} : { 'data-index': index }),
  }),
}
