import type { ScriptWords } from '../../model/words/catalogue.ts'

/** The words of one script in the page's language; an English page carries none, and the script's own hold. */
export const scriptWords = <N extends keyof ScriptWords>(name: N, english: ScriptWords[N]): ScriptWords[N] => {
  const block = document.getElementById('words')
  return block ? (JSON.parse(block.textContent) as ScriptWords)[name] : english
}
