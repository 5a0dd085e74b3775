import { arabic } from './ar.ts'
import type { Catalogue } from './catalogue.ts'
import { czech } from './cs.ts'
import { danish } from './da.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { type Language, languageOf } from './languages.ts'
import { norwegian } from './nb.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { swedish } from './sv.ts'
import { turkish } from './tr.ts'
import { ukrainian } from './uk.ts'

/** All catalogues. Only the server holds them: a browser fetches at most the one that it shows. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  sv: swedish,
  nb: norwegian,
  da: danish,
  cs: czech,
  uk: ukrainian,
  tr: turkish,
  ar: arabic,
  ja: japanese,
}

/** The catalogue for a language code such as `de` or `pt-BR`; English for a language without one. */
export const catalogueOf = (code: string): Catalogue => catalogues[languageOf(code)]
