/** The images of a page, each as large as the window. */
export const englishViewer = {
  image: 'Image',
  previous: 'Previous image',
  next: 'Next image',
  close: 'Close',
  place: '{n} of {all}',
} as const
