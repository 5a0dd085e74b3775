/** A row that broke a uniqueness rule of the database; the statement did nothing. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
}
