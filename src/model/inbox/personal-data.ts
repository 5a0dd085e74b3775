/** Summary of the data stored about the holder of an email address. */
export interface PersonalData {
  /** In lower case. */
  email: string
  /** Messages from this address … */
  messages: number
  /** … so many of them in the trash. */
  inTrash: number
  /** Replies to them … */
  replies: number
  /** … and other emails: to this address, or notices about it. */
  emails: number
  /** Messages from others that mention the address; they stay. */
  mentions: number
  /** Content that holds the address; it stays. */
  entries: { id: string; collection: string }[]
}
