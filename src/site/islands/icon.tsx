const paths = {
  previous: 'M14.5 5 7.5 12l7 7',
  next: 'm9.5 5 7 7-7 7',
  close: 'm6 6 12 12M18 6 6 18',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
}

/** A line icon, 24 px square; its button has the label. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
