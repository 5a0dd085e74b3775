/** The frame of every page. */
export const englishPage = {
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  close: 'Close',
  elsewhere: 'Elsewhere',
  top: 'Back to top',
  /** Label of the email link in the footer. */
  email: 'Email',
  /** Stands for the name of a site whose owner has not typed one. */
  nameless: 'Your name',
  moved: 'Moved',
  /** In the colophon: names of typefaces, the day of the last publish. */
  setIn: 'Set in {typefaces}',
  changed: 'Last changed on {date}',
  /** Between the items of a list such as tags. */
  separator: ', ',
} as const
