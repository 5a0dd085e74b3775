/** A text with placeholders such as `{name}`. The type keeps their names, so that `filled` asks for each of them. */
export type Template<N extends string> = string & { readonly placeholders?: N }

/** A text for each plural category of the language, as `Intl.PluralRules` names them. */
type Plural<N extends string> = { readonly [C in Exclude<Intl.LDMLPluralRule, 'other'>]?: Template<N> } & {
  readonly other: Template<N>
}

type NamesIn<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never

/** Type of a translation: of an English text, or of a group of texts. */
export type Translated<T> = T extends string
  ? [NamesIn<T>] extends [never]
    ? string
    : Template<NamesIn<T>>
  : T extends { readonly other: infer O }
    ? Plural<NamesIn<O>>
    : { readonly [K in keyof T]: Translated<T[K]> }

/** The text with its placeholders filled in. */
export const filled = <N extends string>(template: Template<N>, values: Readonly<Record<N, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name as N] ?? placeholder))

/** The text for a number of things, which fills in `{n}`. */
export const counted = (plural: Plural<'n'>, n: number, language: string): string =>
  filled(plural[new Intl.PluralRules(language).select(n)] ?? plural.other, { n })
