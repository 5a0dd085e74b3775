interface SnippetValues {
  name: string
  site: string
}

/** Fills in a snippet's variables {name}, {first_name} and {site}. Unknown ones stay. */
export const fillSnippet = (text: string, { name, site }: SnippetValues): string => {
  const values: Record<string, string> = { name, first_name: name.trim().split(/\s+/)[0] ?? '', site }
  return text.replace(
    /\{(\w+)\}/g,
    (whole, variable: string) => (Object.hasOwn(values, variable) ? values[variable] : undefined) ?? whole,
  )
}
