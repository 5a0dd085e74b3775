/** Languages of code blocks, as highlighters name them, with their labels. */
export const codeLanguages = {
  text: 'Plain text',
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  yaml: 'YAML',
} as const

export type CodeLanguage = keyof typeof codeLanguages

export const codeLanguageNames = Object.keys(codeLanguages) as [CodeLanguage, ...CodeLanguage[]]
