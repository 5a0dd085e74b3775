/** Problems inside a value, by their path in it: `1.url` of `socials.1.url`. */
export const problemsInside = (problems: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )
