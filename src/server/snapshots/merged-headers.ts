/** Headers, names and values in turn; those of a later list replace earlier ones of the same name. */
export const mergedHeaders = (...lists: (readonly string[])[]): string[] => {
  const headers = new Map<string, string>()
  for (const list of lists)
    for (let i = 0; i < list.length; i += 2) headers.set(list[i] as string, list[i + 1] as string)
  return [...headers].flat()
}
