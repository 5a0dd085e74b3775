/** What a visit is taken for. Of the last three only a number of views is kept. */
export const visitClasses = {
  people: { label: 'People', what: 'Nothing speaks against a person with a browser.' },
  crawlers: { label: 'Crawlers', what: 'Search engines, feed readers, tools and scripts.' },
  'ai-crawlers': { label: 'AI crawlers', what: 'Programs that collect pages for language models.' },
  'ai-readers': { label: 'AI readers', what: 'Assistants that read a page because a person asked them to.' },
  previews: { label: 'Link previews', what: 'Messengers and networks that draw a card for a shared link.' },
  monitors: { label: 'Monitors', what: 'Services that look whether the site answers.' },
  own: { label: 'You', what: 'Views in a browser that has signed in here.' },
  prefetches: { label: 'Fetched ahead', what: 'Pages that a browser fetched before anybody opened them.' },
  private: {
    label: 'Asked not to be counted',
    what: 'Views with Do Not Track or Global Privacy Control: this number is all that is kept.',
  },
} as const

export type VisitClass = keyof typeof visitClasses

/** Kept of each visit as yes or no; a bit each, so that the order stays and new ones come last. */
export const visitSignals = [
  'bot',
  'aiCrawler',
  'aiReader',
  'preview',
  'monitor',
  'noLanguage',
  'impossible',
  'burst',
] as const
export type VisitSignal = (typeof visitSignals)[number]

export const bitOf = (signal: VisitSignal): number => 1 << visitSignals.indexOf(signal)

/** Views within this time, in ms, above which nobody reads any more. */
export const burst = { views: 20, withinMs: 10_000 }

/** Settings that switch a rule: those by behaviour can be wrong about a person. */
export const switchableRules = ['visitsNoLanguage', 'visitsImpossible', 'visitsBursts'] as const
type RuleSetting = (typeof switchableRules)[number]

interface VisitRule {
  id: string
  class: VisitClass
  signal?: VisitSignal
  reason: string
  setting?: RuleSetting
}

/** In order: the first rule whose signal is there decides. */
export const visitRules = [
  { id: 'ai-reader', class: 'ai-readers', signal: 'aiReader', reason: 'Its name is on the list of AI readers.' },
  { id: 'ai-crawler', class: 'ai-crawlers', signal: 'aiCrawler', reason: 'Its name is on the list of AI crawlers.' },
  { id: 'preview', class: 'previews', signal: 'preview', reason: 'Its name is on the list of link previews.' },
  { id: 'monitor', class: 'monitors', signal: 'monitor', reason: 'Its name is on the list of monitors.' },
  { id: 'bot', class: 'crawlers', signal: 'bot', reason: 'Its name is on isbot’s list, or it gives none.' },
  {
    ...{ id: 'no-language', class: 'crawlers', signal: 'noLanguage', setting: 'visitsNoLanguage' },
    reason: 'It names no language. Every browser sends one.',
  },
  {
    ...{ id: 'impossible', class: 'crawlers', signal: 'impossible', setting: 'visitsImpossible' },
    reason: 'It calls itself a browser and does not send what that browser sends.',
  },
  {
    ...{ id: 'burst', class: 'crawlers', signal: 'burst', setting: 'visitsBursts' },
    reason: `It opened more than ${burst.views} pages in ${burst.withinMs / 1000} seconds.`,
  },
  { id: 'own', class: 'own', reason: 'It has a cookie of somebody who has signed in.' },
  { id: 'prefetch', class: 'prefetches', reason: 'It says so (Sec-Purpose).' },
  { id: 'private', class: 'private', reason: 'It sends DNT or Sec-GPC.' },
  { id: 'none', class: 'people', reason: 'No rule applies.' },
] as const satisfies readonly VisitRule[]

export type RuleId = (typeof visitRules)[number]['id']

/** Class and rule of these signals, with some rules switched off. */
export const classOf = (signals: number, off: ReadonlySet<string>): { class: VisitClass; rule: RuleId } => {
  for (const rule of visitRules as readonly (VisitRule & { id: RuleId })[]) {
    if (rule.signal === undefined || (signals & bitOf(rule.signal)) === 0) continue
    if (rule.setting === undefined || !off.has(rule.setting)) return { class: rule.class, rule: rule.id }
  }
  return { class: 'people', rule: 'none' }
}
