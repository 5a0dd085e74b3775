/** Text below an image; nothing without one. */
export const Caption = ({ children }: { children: string }) =>
  children === '' ? null : (
    <figcaption className="block-caption" dir="auto">
      {children}
    </figcaption>
  )
