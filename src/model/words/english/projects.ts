/** The dialog that shows a project over the page. */
export const englishProjects = {
  previous: 'Previous project',
  next: 'Next project',
  close: 'Close',
  place: '{n} of {all}',
  failed: 'This project could not be loaded. Check your connection and try again, or open its own page.',
  again: 'Try again',
  open: 'Open the project’s page',
} as const
