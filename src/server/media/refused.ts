/** A file from outside that is not taken, and why. */
export class Refused extends Error {
  readonly code: 'too-large' | 'unsupported-type'
  constructor(code: 'too-large' | 'unsupported-type', message: string) {
    super(message)
    this.code = code
  }
}
