const most = 3

interface Tagged {
  categories: readonly string[]
  tags: readonly string[]
}

const tagsOf = (project: Tagged) => new Set(project.tags.map((tag) => tag.trim().toLowerCase()))

/**
 * Up to three other projects that share a tag with the one at this index: those with most tags in common first, then those of its main
 * category, then the owner's order. Sorts no more than four of them at a time, however many there are.
 */
export const relatedTo = <P extends Tagged>(projects: readonly P[], own: number): P[] => {
  const project = projects[own]
  const tags = project ? tagsOf(project) : new Set<string>()
  const closeness = (other: P) => {
    const shared = [...tagsOf(other)].filter((tag) => tags.has(tag)).length
    return shared === 0 ? 0 : shared + (other.categories[0] === project?.categories[0] ? 0.5 : 0)
  }
  const best: { other: P; close: number }[] = []
  for (const [index, other] of projects.entries()) {
    const close = index === own || tags.size === 0 ? 0 : closeness(other)
    if (close <= (best[most - 1]?.close ?? 0)) continue
    best.push({ other, close })
    best.sort((a, b) => b.close - a.close)
    best.length = Math.min(best.length, most)
  }
  return best.map(({ other }) => other)
}
