import type { Catalogue } from '../../model/words/catalogue.ts'
import { english } from '../../model/words/en.ts'
import { type Language, languageOf } from '../../model/words/languages.ts'

// One module each, so that the preview fetches the one that it shows.
const modules: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('../../model/words/de.ts')).german,
  fr: async () => (await import('../../model/words/fr.ts')).french,
  es: async () => (await import('../../model/words/es.ts')).spanish,
  pt: async () => (await import('../../model/words/pt.ts')).portuguese,
  it: async () => (await import('../../model/words/it.ts')).italian,
  nl: async () => (await import('../../model/words/nl.ts')).dutch,
  pl: async () => (await import('../../model/words/pl.ts')).polish,
  sv: async () => (await import('../../model/words/sv.ts')).swedish,
  nb: async () => (await import('../../model/words/nb.ts')).norwegian,
  da: async () => (await import('../../model/words/da.ts')).danish,
  cs: async () => (await import('../../model/words/cs.ts')).czech,
  uk: async () => (await import('../../model/words/uk.ts')).ukrainian,
  tr: async () => (await import('../../model/words/tr.ts')).turkish,
  ar: async () => (await import('../../model/words/ar.ts')).arabic,
  ja: async () => (await import('../../model/words/ja.ts')).japanese,
}

/** The catalogues that were fetched; `fetched` is called when another has come. */
export const createPreviewCatalogues = (fetched: () => void) => {
  const known = new Map<Language, Catalogue | null>([['en', english]])
  /** The catalogue for a language code; undefined while it is fetched. */
  return (code: string): Catalogue | undefined => {
    const language = languageOf(code)
    const catalogue = known.get(language)
    if (catalogue !== undefined || language === 'en') return catalogue ?? undefined
    known.set(language, null)
    const keep = (one: Catalogue) => {
      known.set(language, one)
      fetched()
    }
    // Without it the page is still worth seeing.
    modules[language]().then(keep, () => keep(english))
    return undefined
  }
}
