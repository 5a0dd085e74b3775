const paths = {
  grip: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01',
  more: 'M12 5h.01M12 12h.01M12 19h.01',
  hide: 'M3 3l18 18M10.6 5.1A10 10 0 0 1 22 12a15 15 0 0 1-2.2 3.3M6.6 6.6A14.500 14.500 0 0 0 2 12a10.500 10.500 0 0 0 15.300 5.300M9.900 9.900a3 3 0 0 0 4.200 4.200',
}

/** Icons of a row's handle, menu and status. One path each, since a table mounts hundreds of them while it scrolls. */
export const Dots = ({ of }: { of: keyof typeof paths }) => (
  <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden>
    <path d={paths[of]} stroke="currentColor" strokeWidth={of === 'hide' ? 2 : 4} strokeLinecap="round" fill="none" />
  </svg>
)
