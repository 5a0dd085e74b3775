/** What is kept of a person whom one knows by an e-mail address. */
export interface PersonalData {
  /** In small letters. */
  email: string
  /** Messages from this address … */
  messages: number
  /** … so many of them in the trash. */
  inTrash: number
  /** E-mails that answered them … */
  replies: number
  /** … and the others that went to this address, or told the owner of it. */
  emails: number
  /** Messages from others that mention the address; they stay. */
  mentions: number
  /** Content that holds the address; it stays. */
  entries: { id: string; collection: string }[]
}
