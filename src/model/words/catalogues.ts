import { catalogue as ar } from './ar.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogue as cs } from './cs.ts'
import { catalogue as da } from './da.ts'
import { catalogue as de } from './de.ts'
import { english as en } from './en.ts'
import { catalogue as es } from './es.ts'
import { catalogue as fr } from './fr.ts'
import { catalogue as it } from './it.ts'
import { catalogue as ja } from './ja.ts'
import { type Language, languageOf } from './languages.ts'
import { catalogue as nb } from './nb.ts'
import { catalogue as nl } from './nl.ts'
import { catalogue as pl } from './pl.ts'
import { catalogue as pt } from './pt.ts'
import { catalogue as sv } from './sv.ts'
import { catalogue as tr } from './tr.ts'
import { catalogue as uk } from './uk.ts'

/** All catalogues. Only the server holds them: a browser fetches at most the one that it shows. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  ...{ en, de, fr, es, pt, it, nl, pl, sv, nb, da, cs, uk, tr, ar, ja },
}

/** The catalogue for a language code such as `de` or `pt-BR`; English for a language without one. */
export const catalogueOf = (code: string): Catalogue => catalogues[languageOf(code)]
