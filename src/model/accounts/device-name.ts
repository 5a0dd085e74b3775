// The first match counts: every user agent also names other browsers.
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
const match = (userAgent: string, list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Short name of a user agent, such as “Firefox on Linux”; undefined for one that names neither a browser nor a system. */
export const deviceName = (userAgent: string): string | undefined => {
  const [browser, system] = [match(userAgent, browsers), match(userAgent, systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}
