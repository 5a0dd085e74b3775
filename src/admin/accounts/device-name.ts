// The first that matches: every browser's words name several others as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const match = (words: string, list: typeof browsers) => list.find(([pattern]) => pattern.test(words))?.[1]

/** A browser's own words about itself, made short: “Firefox on Linux”. */
export const deviceName = (words: string): string => {
  const browser = match(words, browsers)
  const system = match(words, systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (words.slice(0, 60) || 'Unknown device')
}
