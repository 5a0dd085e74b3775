import type { english } from './en.ts'
import type { Translated } from './template.ts'

/** Every word that the page says by itself, in one language. English defines the keys and the placeholders. */
export type Catalogue = Translated<typeof english>

/** The part that scripts need in the browser. */
export type ScriptWords = Catalogue['scripts']
