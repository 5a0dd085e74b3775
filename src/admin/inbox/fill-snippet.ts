export interface SnippetValues {
  /** Of who wrote. */
  name: string
  /** What the site's owner is called. */
  site: string
}

/** A snippet with what its variables stand for: {name}, {first_name}, {site}. What is no variable stays as it is. */
export const fillSnippet = (text: string, { name, site }: SnippetValues): string => {
  const values: Record<string, string> = { name, first_name: name.trim().split(/\s+/)[0] ?? '', site }
  return text.replace(
    /\{(\w+)\}/g,
    (whole, variable: string) => (Object.hasOwn(values, variable) ? values[variable] : undefined) ?? whole,
  )
}
