import { useLayoutEffect, useRef } from 'react'

/** Shows an article that the server rendered, as it is. */
export const ProjectArticle = ({ article }: { article: HTMLElement }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const image of article.querySelectorAll('img')) image.loading = 'eager'
    place.current?.replaceChildren(article)
  }, [article])
  return <div ref={place} className="project-dialog-article" />
}
