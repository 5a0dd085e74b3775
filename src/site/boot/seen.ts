/** Calls back once for each element, when it comes into view or within `margin` of it. */
export const whenSeen = (elements: Iterable<Element>, seen: (element: HTMLElement) => void, margin = '0px'): void => {
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        seen(target as HTMLElement)
      }
    },
    { rootMargin: margin },
  )
  for (const element of elements) observer.observe(element)
}
