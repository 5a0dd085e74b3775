import vm from 'node:vm'
import type { Text } from './model/publishing/page.ts'
import { beExpendable } from './server/process/expendable.ts'
import type { TextJob, TextReport } from './server/publishing/drawn-texts.ts'
import { drawText } from './site/blocks/draw-text.ts'

// Runs in the process that makes markup of texts and checks the owner's CSS. It knows no secret, does one job at a time and is expendable.

const report = (message: TextReport) => process.send?.(message)

let checks: typeof import('./server/themes/css-check.ts')
const draw = (text: Text) => (text.kind === 'own-css' ? JSON.stringify(checks.checkCss(text.text)) : drawText(text))

const hands: { text?: Text } = {}
Object.assign(globalThis, { drawTextInHand: () => draw(hands.text as Text) })
// Only a script can be told to stop.
const script = new vm.Script('drawTextInHand()')

const usedMs = (since: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1000

/** Undefined when it takes more than `ms` of the processor, or cannot be drawn at all. */
const drawn = (text: Text, ms: number): string | undefined => {
  hands.text = text
  for (let wallMs = Math.ceil(ms); ; wallMs *= 2) {
    const since = process.cpuUsage()
    try {
      return script.runInThisContext({ timeout: wallMs })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    }
    // On a busy machine it got little of the processor. The next try starts from the beginning.
    if (usedMs(since) >= ms * 0.9) return undefined
  }
}

process.on('message', async ({ texts, textMs, allMs }: TextJob) => {
  if (texts.some(({ kind }) => kind === 'own-css')) checks ??= await import('./server/themes/css-check.ts')
  let left = allMs
  for (const text of texts) {
    // A grammar is compiled at its first use, which must not be stopped halfway.
    draw({ ...text, text: '' })
    const since = process.cpuUsage()
    // There is one style sheet, and no page without it.
    const limitMs = text.kind === 'own-css' ? left : Math.min(textMs, left)
    const markup = limitMs < textMs / 4 ? undefined : drawn(text, limitMs)
    // With less time than others had, it need not be slow.
    report(markup === undefined && limitMs < textMs ? { kind: 'skipped' } : { kind: 'drawn', markup })
    left -= usedMs(since)
  }
})

beExpendable(Number(process.argv[2]))
