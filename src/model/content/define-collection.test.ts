import { expect, it } from 'vitest'
import { Invalid } from '../errors.ts'
import { parse } from '../fields/parse.ts'
import { collections } from './collections.ts'
import { examples } from './examples.ts'

const { about } = collections
const [person] = examples.about
const problemsOf = (data: unknown) => {
  try {
    parse(about.schema, data)
    return {}
  } catch (error) {
    return error instanceof Invalid ? error.fields : {}
  }
}

it('lets an age be empty where it is hidden, and demands it where visitors see it', () => {
  expect(problemsOf({ ...person, age: null, show_age: false, from: '', show_from: false })).toEqual({})
  expect(problemsOf({ ...person, age: null })).toEqual({ age: 'Age is required and must be a whole number.' })
})

it('keeps the rule for a hidden value that is there', () => {
  expect(problemsOf({ ...person, age: 900, show_age: false })).toEqual({ age: expect.stringContaining('1 to 150') })
})

it('names it together with the problems of other fields', () => {
  expect(Object.keys(problemsOf({})).sort()).toEqual(['age', 'email', 'from', 'live', 'name'])
})
