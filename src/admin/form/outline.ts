import type { Block } from '../../model/blocks/kinds.ts'
import { type Language, languageOf } from '../../model/words/languages.ts'
import { blankBlock } from './block-acts.ts'

type Headings = readonly [task: string, work: string, result: string]

/** Headings to begin with: visitors read them, so they are in the language of the site. */
const headings: Readonly<Record<Language, Headings>> = {
  ar: ['المهمة', 'العمل', 'النتيجة'],
  cs: ['Zadání', 'Práce', 'Výsledek'],
  da: ['Opgaven', 'Arbejdet', 'Resultatet'],
  de: ['Die Aufgabe', 'Die Arbeit', 'Das Ergebnis'],
  en: ['The task', 'The work', 'The result'],
  es: ['El encargo', 'El trabajo', 'El resultado'],
  fr: ['La demande', 'Le travail', 'Le résultat'],
  it: ['L’incarico', 'Il lavoro', 'Il risultato'],
  ja: ['課題', '取り組み', '結果'],
  nb: ['Oppgaven', 'Arbeidet', 'Resultatet'],
  nl: ['De opdracht', 'Het werk', 'Het resultaat'],
  pl: ['Zadanie', 'Praca', 'Efekt'],
  pt: ['O desafio', 'O trabalho', 'O resultado'],
  sv: ['Uppdraget', 'Arbetet', 'Resultatet'],
  tr: ['Görev', 'Çalışma', 'Sonuç'],
  uk: ['Завдання', 'Робота', 'Результат'],
}

const heading = (text: string): Block => ({ ...blankBlock('text'), markdown: `## ${text}\n\n` }) as Block

/** The usual order of a case study, to be filled in. */
export const outline = (language: string): Block[] => {
  const [task, work, result] = headings[languageOf(language)]
  return [
    heading(task),
    blankBlock('image'),
    heading(work),
    blankBlock('gallery'),
    heading(result),
    blankBlock('figures'),
    blankBlock('quote'),
  ]
}
