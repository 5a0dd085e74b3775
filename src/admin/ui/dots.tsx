const paths = {
  grip: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01',
  more: 'M12 5h.01M12 12h.01M12 19h.01',
}

/** Icons of a row's handle and menu. One path each, since a table mounts hundreds of them while it scrolls. */
export const Dots = ({ of }: { of: keyof typeof paths }) => (
  <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden>
    <path d={paths[of]} stroke="currentColor" strokeWidth={4} strokeLinecap="round" />
  </svg>
)
