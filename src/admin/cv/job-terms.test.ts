import { describe, expect, it } from 'vitest'
import { compared, jobTerms, mostCharacters } from './job-terms.ts'

const titles = ['Accessible frontends', 'Design systems', 'React', 'アクセシビリティ', 'Barrierefreiheit']
const labels = (text: string) => jobTerms(text, titles).map(({ label }) => label)

const english = `Senior engineer (m/f/d)
We are looking for an experienced engineer. You will build web applications with TypeScript, React and Node.js.
- 5+ years of experience with JavaScript, React; you go the extra mile
- REST APIs, CI/CD (GitHub Actions), C++ or C# and .NET
- Knowledge of design systems and of our frontend`

describe('the terms of an advertisement', () => {
  it('are names by how they are written, and what the titles of one’s own entries say, the most frequent first', () => {
    expect(labels(english)).toEqual([
      ...[
        'React',
        'TypeScript',
        'Node.js',
        'JavaScript',
        'REST APIs',
        'CI',
        'CD',
        'GitHub Actions',
        'C++',
        'C#',
        '.NET',
      ],
      ...['design', 'systems', 'frontend'],
    ])
    expect(jobTerms(english, titles)[0]).toMatchObject({ label: 'React', count: 2 })
  })

  it('are no nouns where all nouns have a capital', () => {
    const german = `Wir suchen eine Entwicklerin für unser Team. Deine Aufgaben: Entwicklung mit TypeScript und Liebe zur Barrierefreiheit.
      Du bringst Erfahrung mit SAP mit. Datenbanken sind uns wichtig.`
    expect(labels(german)).toEqual(['TypeScript', 'Barrierefreiheit', 'SAP'])
  })

  it('are found without spaces, in Japanese', () => {
    expect(labels('Reactの開発経験3年以上、およびアクセシビリティの知識。')).toEqual(['React', 'アクセシビリティ'])
  })

  it('are none where there are none', () => {
    expect(labels('')).toEqual([])
    expect(labels('We are looking for you, and you are looking for us! 100% remote, (m/f/d).')).toEqual([])
  })

  it('are bounded, whatever the text', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Tool${index}X`).join(', ')
    expect(labels(many).length).toBeLessThan(60)
    expect(labels(`${'– '.repeat(mostCharacters)}TypeScript`)).toEqual([])
    for (const hostile of ['a-/.', '/', '.', '++', '&', 'C#', 'a.', 'a&'])
      expect(labels(hostile.repeat(mostCharacters)).length).toBeLessThan(60)
  })
})

describe('the comparison', () => {
  const compare = (advertisement: string, shown: string, hidden: { title: string; text: string }[] = []) => {
    const entries = hidden.map((entry, index) => ({ id: String(index), ...entry }))
    const { has, lacks } = compared(jobTerms(advertisement, titles), { shown, hidden: entries })
    return {
      has: has.map(({ label }) => label),
      lacks: lacks.map(({ label }) => label),
      hidden: lacks.flatMap(({ label, hiddenIn }) => hiddenIn.map(({ title }) => `${label} in ${title}`)),
    }
  }

  it('names what the CV says and what it lacks, however it is spelled', () => {
    const { has, lacks } = compare(english, 'NodeJS, a rest api in Typescript; Design-Systems · GITHUB ACTIONS')
    expect(has).toEqual(['TypeScript', 'Node.js', 'REST APIs', 'GitHub Actions', 'design', 'systems'])
    expect(lacks).toEqual(['React', 'JavaScript', 'CI', 'CD', 'C++', 'C#', '.NET', 'frontend'])
  })

  it('takes C, C++ and C#, and a word in a longer word, for different things', () => {
    expect(compare('We like C++, C#, .NET', 'C').has).toEqual([])
    expect(compare('We like NoSQL', 'MyNoSQLs').has).toEqual([])
  })

  it('finds a Japanese word in a longer one', () => {
    expect(compare('アクセシビリティ', 'ウェブアクセシビリティ').has).toEqual(['アクセシビリティ'])
  })

  it('points to hidden entries that say what is lacking', () => {
    const tideline = { title: 'Tideline', text: 'Charts drawn with C++' }
    expect(compare(english, 'React', [tideline, { title: 'Other', text: 'React' }]).hidden).toEqual(['C++ in Tideline'])
  })
})
