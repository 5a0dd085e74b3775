import { useLayoutEffect, useRef } from 'react'

/** Shows an article that the server rendered, as it is. */
export const ProjectArticle = ({ article }: { article: HTMLElement }) => {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const image of article.querySelectorAll('img')) image.loading = 'eager'
    container.current?.replaceChildren(article)
  }, [article])
  return <div ref={container} className="project-dialog-article" />
}
