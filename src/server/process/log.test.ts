import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const written = (terminal: boolean) => {
  const lines: string[] = []
  return {
    lines,
    log: createLog({ level: 'info', terminal, writer: { write: (line) => lines.push(line), close() {} } }),
  }
}
const hostile = 'a\n2026 Sign-in outcome=done\r\u001b[2J\u009b2J\u2028'

it.each([true, false])(
  'begins no line with what somebody sent, nor moves a cursor by it (terminal: %s)',
  (terminal) => {
    const { lines, log } = written(terminal)
    log.warn('Refused', { address: hostile })
    log.request('GET', `/${hostile}`, 404, 0)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line.slice(0, -1)).not.toMatch(/[\n\r\u001b]/)
    if (terminal) for (const line of lines) expect(line.slice(0, -1)).not.toMatch(/[\u0080-\u009f\u2028]/)
  },
)

it('shows a stack line by line, each set in', () => {
  const { lines, log } = written(true)
  log.error('A request failed', { at: 'Error: x\nforged\u001b[2J\n    at here' })
  expect(lines[0]).toContain('Error: x\n  forged\\u001b[2J\n      at here\n')
})
