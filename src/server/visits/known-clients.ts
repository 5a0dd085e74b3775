import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { bitOf, type VisitSignal } from '../../model/visits/visits.ts'

/** Names in user agents, as their makers document them. isbot knows all of them as well, and says of none what it is for. */
const lists: readonly (readonly [VisitSignal, RegExp])[] = [
  [
    'aiReader',
    /ChatGPT-User|Claude-User|Perplexity-User|MistralAI-User|Meta-ExternalFetcher|DuckAssistBot|Google-NotebookLM|Gemini-Deep-Research|Amzn-User|PhindBot|Manus-User|Devin\//i,
  ],
  [
    'aiCrawler',
    /GPTBot|OAI-SearchBot|ClaudeBot|Claude-Web|Claude-SearchBot|anthropic-ai|CCBot|Bytespider|Amazonbot|Applebot-Extended|meta-externalagent|FacebookBot|PerplexityBot|cohere-|Diffbot|ImagesiftBot|omgili|YouBot|Timpibot|AI2Bot|PanguBot|DeepSeekBot|ICC-Crawler|Google-CloudVertexBot|GoogleOther|img2dataset/i,
  ],
  [
    'preview',
    /facebookexternalhit|Facebot|Twitterbot|LinkedInBot|Slackbot|Slack-ImgProxy|Discordbot|TelegramBot|WhatsApp|SkypeUriPreview|redditbot|Iframely|Embedly|Mastodon|Cardyb|Bluesky|vkShare|Viber|Snap URL Preview|XING-contenttabreceiver|Synapse|MicrosoftPreview|Pinterest(?:bot)?\/|Google-PageRenderer/i,
  ],
  [
    'monitor',
    /UptimeRobot|Pingdom|StatusCake|Better Uptime|Better Stack|Site24x7|updown\.io|Uptime-Kuma|Datadog|NewRelicPinger|Checkly|Freshping|HetrixTools|Chrome-Lighthouse|GTmetrix|Zabbix|check_http|Blackbox[- ]Exporter|kube-probe|GoogleStackdriverMonitoring|ELB-HealthChecker|Cronitor|OhDear|Oh Dear|Hyperping|NodePing|Montastic|jetmon|Uptimia|GoogleHC/i,
  ],
]

const isEncrypted = (publicUrl: string) => publicUrl.startsWith('https:')

/**
 * Chromium names itself in Sec-CH-UA, and browsers since 2023 say where a page was opened (Sec-Fetch-Site), both over TLS alone. A browser's
 * name without them, or with those of another one, is made up.
 */
const isImpossible = (agent: string, headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const hints = headers['sec-ch-ua']
  if (hints !== undefined && /Firefox\/|Version\/\d[\d.]* (?:Mobile\/\w+ )?Safari/.test(agent)) return true
  const chrome = /Chrome\/(\d{1,4})/.exec(agent)?.[1]
  if (chrome === undefined) return /MSIE [1-9]\./.test(agent)
  const named = typeof hints === 'string' ? /"(?:Chromium|Google Chrome)";v="(\d{1,4})"/.exec(hints)?.[1] : undefined
  if (named !== undefined && named !== chrome) return true
  return isEncrypted(publicUrl) && Number(chrome) >= 80 && headers['sec-fetch-site'] === undefined
}

/** The user agent. A longer one is none of a browser; searching it would cost time. */
const agentOf = (headers: IncomingHttpHeaders): string => (headers['user-agent'] ?? '').slice(0, 512)

/** Signals of the first request of a visit, as bits. */
export const signalsOf = (headers: IncomingHttpHeaders, publicUrl: string): number => {
  const agent = agentOf(headers)
  let signals = agent === '' || isbot(agent) ? bitOf('bot') : 0
  for (const [signal, names] of lists) if (names.test(agent)) signals |= bitOf(signal)
  if (!headers['accept-language']) signals |= bitOf('noLanguage')
  if (isImpossible(agent, headers, publicUrl)) signals |= bitOf('impossible')
  return signals
}

/** `phone`, `tablet`, `computer` or `other`. */
export const deviceOf = (headers: IncomingHttpHeaders): string => {
  const agent = agentOf(headers)
  if (/iPad|Tablet|Android(?!.*Mobile)|Silk\//.test(agent)) return 'tablet'
  if (headers['sec-ch-ua-mobile'] === '?1' || /Mobi|iPhone|iPod/.test(agent)) return 'phone'
  return /Windows|Macintosh|X11|CrOS|Linux/.test(agent) ? 'computer' : 'other'
}

/** The host that a visit came from, without `www.`; empty for none, for this site, and for an IP address, which may be somebody's. */
export const sourceOf = (referrer: string | undefined, publicUrl: string): string => {
  const url = referrer ? URL.parse(referrer.slice(0, 2000)) : null
  const host = url?.hostname.toLowerCase().replace(/^www\./, '') ?? ''
  if (host === new URL(publicUrl).hostname.replace(/^www\./, '')) return ''
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host) && !/^[\d.]+$/.test(host) ? host.slice(0, 100) : ''
}

/** Campaign tags of a URL, such as `newsletter / email / spring`. Text that could be an address or a sentence is left out. */
export const campaignOf = (target: string): string => {
  const query = target.indexOf('?')
  if (query < 0 || !target.includes('utm_')) return ''
  const params = new URLSearchParams(target.slice(query + 1, query + 1000))
  return ['utm_source', 'utm_medium', 'utm_campaign']
    .map((name) => params.get(name)?.trim().toLowerCase() ?? '')
    .filter((tag) => /^[\p{L}\p{N}_ -]{1,40}$/u.test(tag) && !/\d{6}/.test(tag))
    .join(' / ')
}
