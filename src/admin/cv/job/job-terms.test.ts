import { describe, expect, it } from 'vitest'
import { languages } from '../../../model/words/languages.ts'
import { compared } from './compared.ts'
import { jobTerms, mostCharacters } from './job-terms.ts'
import { stopWords } from './stop-words.ts'

const labels = (text: string) => jobTerms(text).map(({ label }) => label)

const english = `Senior Frontend Developer (m/f/d)
We are looking for an experienced engineer. You will build web applications with TypeScript, React and Node.js.
- 5+ years of experience with JavaScript, React; you go the extra mile
- REST APIs, CI/CD (GitHub Actions), C++ or C# and .NET
- Knowledge of design systems. Storytelling, and again storytelling`

describe('the terms of an advertisement', () => {
  it('are its skills and technologies, with their marks and of several words, and plain words that it repeats', () => {
    expect(labels(english)).toEqual([
      ...['React', 'frontend', 'TypeScript', 'Node.js', 'JavaScript', 'REST API', 'CI/CD', 'GitHub Actions'],
      ...['C++', 'C#', '.NET', 'design system', 'Storytelling'],
    ])
  })

  it('are counted, and skills come before words', () => {
    const terms = jobTerms(english)
    expect(terms[0]).toMatchObject({ label: 'React', count: 2, isSkill: true })
    expect(terms.at(-1)).toMatchObject({ count: 2, isSkill: false })
  })

  it('have neither the small words of their language nor what stands in every advertisement', () => {
    const german = `Wir suchen eine Frontend-Entwicklerin für unser Team. Deine Aufgaben: Entwicklung mit TypeScript.
      Du bringst Erfahrung mit REST-Schnittstellen und SAP mit. Datenbanken sind uns wichtig, Datenbanken und Barrierefreiheit.`
    expect(labels(german)).toEqual(['frontend', 'TypeScript', 'REST API', 'SAP', 'accessibility', 'Datenbanken'])
    expect(labels('Nous recherchons une développeuse. Vous maîtrisez l’accessibilité et les API REST.')).toEqual([
      ...['accessibility', 'REST API'],
    ])
  })

  it('are found without spaces, in Japanese, and with articles, in Arabic', () => {
    expect(labels('Reactの開発経験3年以上、開発経験、要件定義およびアクセシビリティの知識。')).toEqual([
      ...['React', '要件定義', 'アクセシビリティ'],
    ])
    expect(labels('نبحث عن مطور لديه خبرة في React. معرفة بالتصميم والتصميم.')).toEqual(['React', 'بالتصميم'])
  })

  it.each(languages)('are not its small words, in %s', (language) => {
    expect(labels(stopWords[language])).toEqual([])
  })

  it('are none where there are none', () => {
    expect(jobTerms('')).toEqual([])
    expect(jobTerms('We are looking for you, and you are looking for us! 100% remote, (m/f/d).')).toEqual([])
  })

  it('are bounded, whatever the text', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Tool${index}X`).join(', ')
    expect(jobTerms(many).length).toBeLessThan(60)
    expect(labels(`${'– '.repeat(mostCharacters)}TypeScript`)).toEqual([])
    for (const hostile of ['a-/.', '/', '.', '++', '&', 'C#'])
      expect(jobTerms(hostile.repeat(mostCharacters)).length).toBeLessThan(60)
  })
})

describe('the comparison', () => {
  const compare = (advertisement: string, shown: string, hidden: { title: string; text: string }[] = []) => {
    const entries = hidden.map((entry, index) => ({ id: String(index), ...entry }))
    const { has, lacks } = compared(jobTerms(advertisement), { shown, hidden: entries })
    return {
      has: has.map(({ label }) => label),
      lacks: lacks.map(({ label }) => label),
      hidden: lacks.flatMap(({ label, hiddenIn }) => hiddenIn.map(({ title }) => `${label} in ${title}`)),
    }
  }

  it('names what the CV says and what it lacks, however it is spelled', () => {
    const { has, lacks } = compare(english, 'NodeJS, a rest api in Typescript; Design-Systems · GITHUB ACTIONS')
    expect(has).toEqual(['TypeScript', 'Node.js', 'REST API', 'GitHub Actions', 'design system'])
    expect(lacks).toEqual(['React', 'frontend', 'JavaScript', 'CI/CD', 'C++', 'C#', '.NET', 'Storytelling'])
  })

  it('knows accents, plurals and other names of the same', () => {
    expect(compare('Typographie, Webshops: PostgreSQL, k8s', 'Typógraphie and Kubernetes, Postgres').lacks).toEqual([])
    expect(compare('Accessibility', 'Barrierefreiheit').has).toEqual(['accessibility'])
  })

  it('takes C, C++ and C#, and a word in a longer word, for different things', () => {
    expect(compare('C++, C#, .NET', 'C').has).toEqual([])
    expect(compare('Java', 'JavaScript').has).toEqual([])
    expect(compare('SQL', 'MySQL').has).toEqual([])
  })

  it('finds a Japanese compound in a longer one, and an Arabic word with another article', () => {
    expect(compare('要件定義', '要件定義書の作成').has).toEqual(['要件定義'])
    expect(compare('التصميم مهم، التصميم', 'تصميم').has).toEqual(['التصميم'])
  })

  it('points to hidden entries that say what is lacking', () => {
    const tideline = { title: 'Tideline', text: 'Charts drawn with C++' }
    expect(compare(english, 'React', [tideline, { title: 'Other', text: 'React' }]).hidden).toEqual(['C++ in Tideline'])
  })
})
