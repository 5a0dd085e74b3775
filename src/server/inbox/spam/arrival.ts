/** Circumstances in which a message was sent. */
export interface Arrival {
  /** Content of the honeypot field. */
  website: string
  /** Time the form was open, in ms, as the page reports it. */
  elapsed?: number | undefined
  /** Too many messages came in and this one has no proof of work: it is quarantined. */
  isCrowdedOut?: boolean
}
