import { STATUS_CODES } from 'node:http'

/** The head of an answer, the same for every visit but for its date. */
export interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  /** Status line and headers as they are sent. */
  readonly text: string
}

export const createAnswerHead = (status: number, headers: string[]): AnswerHead => {
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return { status, headers, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}` }
}
