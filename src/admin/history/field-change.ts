import type { Field } from '../../model/fields/fields.ts'

export interface FieldChange {
  label: string
  /** `shown`: before and after are URLs of thumbnails. */
  kind: Field['kind'] | 'plain' | 'shown'
  before: string
  after: string
}
