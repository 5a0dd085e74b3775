import { expect, it } from 'vitest'
import { relatedTo } from './project-pages.tsx'

const project = (name: string, category: string, ...tags: string[]) => ({ name, categories: [category], tags })
const namesOf = (projects: { name: string }[]) => projects.map(({ name }) => name).join(' ')

it('a project is related to those with most tags in common, then to those of its category, then in the owner’s order', () => {
  const projects = [
    project('own', 'design', 'Map', 'React'),
    project('other-category', 'photos', 'react'),
    project('same-category', 'design', ' React '),
    project('two-tags', 'brand', 'React', 'Map'),
    project('later', 'brand', 'React'),
  ]
  expect(namesOf(relatedTo(projects, 0))).toBe('two-tags same-category other-category')
})

it('a project without a common tag is related to none, even within its category', () => {
  const projects = [project('a', 'design', 'Map'), project('b', 'design', 'Shop'), project('c', 'design')]
  expect([0, 1, 2].map((own) => relatedTo(projects, own))).toEqual([[], [], []])
})

it('a project that shares its tag with all others is related to the first ones', () => {
  const projects = Array.from({ length: 400 }, (_, n) => project(String(n), 'design', 'Web'))
  expect([0, 1, 399].map((own) => namesOf(relatedTo(projects, own)))).toEqual(['1 2 3', '0 2 3', '0 1 2'])
})
