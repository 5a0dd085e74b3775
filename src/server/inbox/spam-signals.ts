import { LinkifyIt } from 'linkify-it'
import type { MessageInput } from '../../model/inbox/message.ts'
import type { SpamSignal } from '../../model/inbox/spam-rules.ts'

// Marks and capitals do not count (`plainText`). A * stands for the rest of a word.
// Written from what such mail is generally about. Halves are phrases that other messages have, too.

const lines = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Phrases of unsolicited offers: search ranking, traffic, money, medicine, gambling, fraud, lists, services. */
const wholePhrases = lines(`
  guest post*; sponsored post*; sponsored article*; backlink*; link building; dofollow; domain authority; first page of google; rank higher
  seo service*; seo audit; white hat; organic traffic; website traffic; increase your traffic; boost your ranking*; seo agentur; seo paket*
  linkaufbau; gastbeitrag*; mehr besucher; qualifizierte kunden; articulos patrocinados; conseguir mas clientes; mas visibilidad; auditoria gratis
  primera pagina de google; posicionamiento seo; posicionamiento web; mas trafico; رتبه اول گوگل; خدمات سیو; رتبه سایت; قرص لاغری; ارسال رایگان
  مشتری بیشتر; مشاوره رایگان; چند برابر; صفحه اول گوگل; بک لینک*; رپورتاژ*; خدمات سئو; افزایش بازدید; افزایش ترافیک; продвижение сайт*
  crypto invest*; bitcoin*; ethereum; forex; binary option*; trading bot; guaranteed return*; guaranteed profit*; passive income; work from home
  investment opportunit*; airdrop; krypto*; passives einkommen; geld verdienen; rendite*; ingresos pasivos; ganar dinero; criptomoneda*
  rentabilidad; duplica tu; بیت کوین*; ارز دیجیتال*; سود روزانه; سود تضمینی; درامد دلاری; криптовалют*; viagra; cialis; tramadol; online pharmacy
  without prescription; no prescription; weight loss; ohne rezept; rezeptfrei; potenzmittel; abnehmen; online apotheke; sin receta; farmacia online
  perder peso; بدون نسخه; کاهش وزن; قرص*; casino; casinos; free spins; jackpot; betting; deposit bonus; welcome bonus; poker; freispiele
  sportwetten; spielautomat*; willkommensbonus; einzahlungsbonus; tiradas gratis; giros gratis; apuestas; bono de bienvenida; tragaperras; کازینو
  شرط بندی; پیش بینی فوتبال; بونوس; پوکر; انفجار; казино; verify your account; account will be suspended; account has been limited
  confirm your password; mailbox is full; domain will expire; click here; you have won; lottery; inheritance; next of kin; gift card*; ihr passwort
  ihre daten bestatigen; bestatigen sie ihr*; konto wird gesperrt; klicken sie hier; postfach ist voll; gewonnen; erbschaft; su contrasena
  confirme su*; verificar su cuenta; cuenta sera suspendida; haga clic aqui; buzon esta lleno; herencia; حساب شما مسدود; مسدود خواهد; تایید حساب
  کلیک کنید; جایزه; تعلیق; no collateral; no experience needed; approved in 24 hours; instant decision; get funded; business loan*; working capital
  bad credit; loan offer; low interest; sofortkredit; kredit ohne schufa; negativer bonitat; garantierte zusage; ohne nachweise; prestamo*
  sin avales; lista de morosos; interes bajo; وام فوری; وام بدون ضامن; سود کم; email list*; qualified leads; adressdatenbank; firmenadressen
  millionen e mails; millionen kontakt*; uber kontaktformulare; correos de; email marketing; base de datos de correos; بانک شماره*; بانک ایمیل*
  پیامک انبوه; فالوور*; followers; seguidores; replica watch*; sexy; porn*; unsubscribe; explainer video*; outsourc*; offshore; dedicated developer*
  web development company; at affordable rates; price list; send you a quote; send you the details; send you our portfolio; not ranking; presale
  staking; this token; diesem token; este token; kryptoborse; توکن; صرافی; your payment was; payment is on hold; was declined; billing details
  parcel is on hold; update your billing; settle the fee; paket wird zuruckgehalten; zahlung wurde abgelehnt; letzte mahnung; gebuhr
  daten noch heute; su paquete; su pago fue; abone la tasa; ultimo aviso; actualice sus datos; اخطار; اطلاعات کارت; پرداخت شما ناموفق
  هزینه را بپردازید; promo clip*; convert visitors; into buyers; triple sales; werbeclip*; erklarvideo*; umsatz verdreifach*; besuchern kaufer
  vídeos explicativos; triplican las ventas; تیزر*; ویدیوی تبلیغاتی; فروش را; poor visibility; cost you customers; top results; double your visitors
  google reviews; schlechte sichtbarkeit; zu wenig besucher; verdoppeln wir; google bewertungen; poca visibilidad; duplicamos sus
  le cuestan clientes; resenas de google; صدر نتایج; بازدید ندارد; لایک; ضمانت ریزش
`)

/** Half as much: phrases that spam has often, and other messages now and then. */
const halfPhrases = lines(`
  visited your website; browsing your website; seo; ranking*; traffic; marketing; offer*; discount*; limited time; free trial; 100% free
  no obligation; cheap; best price*; guarantee*; earn; profit*; invest*; crypto*; bonus; win; winner; dear sir; dear website owner; dear customer
  website owner; webmaster; we offer; we provide; if you are interested; are you interested; reply with your phone; whatsapp; telegram
  business development manager; digital marketing; sichtbarkeit; rabatt*; angebot*; kostenlos*; jetzt sichern; nur heute; garantiert*
  websitebetreiber; wir bieten; visibilidad; descuento*; oferta*; gratis; garantizado*; gana; ofrecemos; somos una agencia; propietario del sitio
  estimado propietario; ultimas plazas; سئو; تخفیف*; رایگان; تضمینی; مدیر محترم; مدیریت محترم; ویژه; واتساپ; تلگرام; درامد; سود; همین حالا; فرصت
  last chance; do not miss; before midnight; first one free; small monthly fee; reply yes; in three weeks; dollars in a month; letzte chance
  nicht verpassen; bis mitternacht; noch heute; das erste ist gratis; festpreis; ultima oportunidad; no se lo pierda; antes de medianoche; hoy mismo
  el primero es gratis; tarifa plana; آخرین فرصت; از دست ندهید; همین امروز; اولی رایگان; نصف قیمت; ارزان; تحویل فوری; سفارش; رزرو; خرید; urgent
  dringend; urgente; فوری; within 24 hours; innerhalb von 24 stunden; en 24 horas; final notice
`)

/** Single words that spammers disguise. */
const disguisedWords = lines(`
  viagra; cialis; casino; crypto; bitcoin; pharmacy; betting; loan; jackpot; ranking; traffic; free; money; profit; earn; cheap; pills; backlinks
  backlink; google; investment; account; password; kredit; dinero; gratis; bonus; potenzmittel; invest; slots; click
`)

/** Letters of other scripts that look like Latin ones. Each group begins with the Latin letter. */
const lookalikes = new Map(
  'aаαɑ bьʙ cсϲ dԁ eеєε gɡ hһ iіιɩı jј kкκ lӏ mм nոη oоοօσ pрρ qԛ sѕ tтτ uυս vνѵ wԝω xхχ yуγү'
    .split(' ')
    .flatMap(([latinLetter = '', ...others]) => others.map((other) => [other, latinLetter] as const)),
)

const word = /[\p{L}\p{M}\p{N}]+/gu
const latin = /\p{Script=Latin}/u
const withLookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** True for a word that mixes look-alike letters of two scripts. */
const mixesScripts = (text: string): boolean => latin.test(text) && withLookalikes.test(text)

/**
 * Normalised text: one form for each letter, without diacritics and invisible characters, in lower case, and
 * in one script within a word. Takes time linear in the text's length.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}ـ]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    // Arabic keyboards have other letters for the Persian ones.
    .replace(/ي/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(word, (one) =>
      mixesScripts(one) ? [...one].map((letter) => lookalikes.get(letter) ?? letter).join('') : one,
    )

/** The words of a plain text, with one space before, between and after. */
const spacedWords = (plain: string): string => ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `

const known = new Set(disguisedWords)
const letterOf: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const fullWidth = /[\uff21-\uff3a\uff41-\uff5a]{3,}/gu
const stretched = /\p{L}\u0640\p{L}/gu
const spacedOut = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,60}(?![\p{L}\p{N}])/gu
const withSymbols = /[a-z0-9@$!]{4,20}/gi
const alwaysDisguised = [
  // Invisible characters between Latin letters. Persian, Indic scripts and emoji need them.
  /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u180e]+[a-z]/giu,
  // Mathematical letters.
  /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9]{3,}/gu,
  // Piled-up diacritics.
  /[a-z]\p{M}{3,}/giu,
]

/** Word behind spaced-out letters; undefined for initials and the like. */
const joined = (text: string): string | undefined => {
  const word = plainText(text).replace(/[^\p{L}]/gu, '')
  return word.length >= 6 || known.has(word) ? word : undefined
}

/** Word behind digits and symbols ("v1agra"); undefined for a word that is not disguised. */
const spelledOut = (text: string): string | undefined => {
  if (!/[a-z]/i.test(text) || !/[0-9@$!]/.test(text.slice(0, -1))) return undefined
  const word = [...text.toLowerCase()].map((symbol) => letterOf[symbol] ?? symbol).join('')
  return ['i', 'l'].map((letter) => word.replaceAll('1', letter)).find((candidate) => known.has(candidate))
}

/** Text with spaced-out words joined and symbols replaced by the letters that they stand for. */
const undisguised = (text: string): string =>
  text.replace(spacedOut, (one) => joined(one) ?? one).replace(withSymbols, (one) => spelledOut(one) ?? one)

/** Signals for words that are disguised from filters: look-alike letters, symbols, spaced-out letters. */
const disguiseSignals = (text: string): SpamSignal[] => {
  const matches = (pattern: RegExp): string[] => text.match(pattern) ?? []
  const stretches = matches(stretched)
  const found = [
    // Not shorter: “µm” and “Ωm” are units.
    ...matches(/[\p{L}\p{M}]{4,}/gu).filter(mixesScripts),
    ...alwaysDisguised.flatMap(matches),
    ...matches(/[\u202d\u202e]/gu).map(() => 'text that runs backwards'),
    // Usual in Chinese, Japanese and Korean.
    ...(asian.test(text) ? [] : matches(fullWidth)),
    // One or two may be a matter of style.
    ...(stretches.length > 2 ? stretches : []),
    ...matches(spacedOut).flatMap((one) => joined(one) ?? []),
    ...matches(withSymbols).filter((one) => spelledOut(one) !== undefined),
  ]
  if (found.length === 0) return []
  const detail = `“${plainText(found[0] ?? '').slice(0, 40)}”`
  return [{ name: 'disguised', amount: Math.min(1, 0.5 + 0.25 * found.length), detail }]
}

const list = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Hosts of shortened links, which hide their target. */
const shorteners = list(`
  bit.ly tinyurl.com t.co goo.gl ow.ly is.gd v.gd buff.ly cutt.ly rebrand.ly shorturl.at tiny.cc rb.gy t.ly s.id lnkd.in bl.ink
  soo.gd clck.ru u.to qps.ru shrtco.de short.io trib.al adf.ly bit.do tr.im x.co zpr.io urlz.fr 2no.co iplogger.org grabify.link
  t2m.io yourls.org linktr.ee wa.link telegra.ph vk.cc
`)

/** Hosts of disposable email addresses. */
const disposables = list(`
  mailinator.com guerrillamail.com guerrillamail.net guerrillamail.org sharklasers.com grr.la 10minutemail.com 10minutemail.net
  tempmail.com temp-mail.org temp-mail.io tempmail.net tempmailo.com throwawaymail.com yopmail.com yopmail.fr yopmail.net
  trashmail.com trashmail.de trash-mail.com wegwerfmail.de wegwerfmail.net einrot.com getnada.com nada.email dispostable.com
  maildrop.cc mailnesia.com mintemail.com mohmal.com fakeinbox.com fakemail.net spamgourmet.com mytemp.email moakt.com
  emailondeck.com tempinbox.com discard.email discardmail.com spambog.com mailcatch.com burnermail.io tempr.email dropmail.me
  33mail.com inboxkitten.com minuteinbox.com byom.de muellmail.com emailfake.com generator.email crazymailing.com
`)

/** Top-level domains that are far more common in spam than in other mail; a weak signal alone. */
const cheapTlds = list(
  'xyz top click icu tk ml ga cf gq buzz monster cyou sbs rest quest bond lol work loan cam vip win bid',
)

/** Top-level domains that no mail can be sent to (RFC 2606, RFC 6762, RFC 7686). */
const reservedTlds = list('test invalid localhost local internal onion')

/** Bound on the cost of a text that consists of links only. */
const maxLinks = 200

// Without a scheme only domains with these ends are links: "readme.md" and "Mr.No" are none.
const tlds = 'com net org info biz online site shop xyz top club ru cn tk click link icu vip io co'.split(' ')
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds })

/** Hosts of the links in a text, in lower case and without `www.`, and the text without its links. */
export const linksIn = (text: string): { hosts: string[]; rest: string } => {
  const found = (linkify.match(text) ?? []).filter(({ schema }) => schema !== 'mailto:').slice(0, maxLinks)
  const hosts = found.map(({ url }) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '')
  const rest = found.reduceRight(
    (left, { index, lastIndex }) => `${left.slice(0, index)} ${left.slice(lastIndex)}`,
    text,
  )
  return { hosts, rest }
}

interface Needle {
  phrase: string
  /** As it is searched for: with a space on each side it matches whole words only, without the last one the start of a word. */
  text: string
  weight: number
}

const needle = (phrase: string, weight: number): Needle => {
  const words = spacedWords(plainText(phrase))
  return { phrase: words.trim(), text: phrase.endsWith('*') ? words.trimEnd() : words, weight }
}
const needles = [
  ...wholePhrases.map((phrase) => needle(phrase, 1)),
  ...halfPhrases.map((phrase) => needle(phrase, 0.5)),
]

// A sum of money; little, since people name their budgets.
const money = / \d+ (?:euros?|dollars?|usd|eur|pounds|(?:هزار |میلیون )?تومان|دلار) /

/** True for a phrase within another one that was found: the same words once more. */
const isPartOf = (found: Needle[], { text }: Needle) =>
  found.some((other) => other.text.length > text.length && other.text.includes(text.trim()))

/** Signals for the phrases of unwanted offers. `text` has one space before, between and after its words. */
const topicSignals = (text: string): SpamSignal[] => {
  const found = needles.filter((one) => text.includes(one.text))
  const distinct = found.filter((one) => !isPartOf(found, one))
  const weight = distinct.reduce((sum, one) => sum + one.weight, money.test(text) ? 0.25 : 0)
  if (weight < 1 || distinct.length === 0) return []
  const detail = distinct
    .slice(0, 4)
    .map(({ phrase }) => `“${phrase}”`)
    .join(', ')
  // One phrase alone may be anybody's subject, two are an offer.
  return [{ name: 'topic', amount: Math.min(1, 0.4 + 0.6 * (weight - 1)), detail }]
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

const isShouting = (text: string) => {
  const capitals = count(text, /\p{Lu}/gu)
  return capitals > 20 && capitals > 3 * count(text, /\p{Ll}/gu)
}

// An emoji made of several counts once.
const emoji = /\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|(?<=\u200d)\p{Extended_Pictographic})*/gu

const noiseIn = (text: string): string | undefined => {
  if (count(text, /[!?]{3,}|\${2,}|€{2,}|★{2,}|={6,}/gu) >= 2) return '!!!'
  return count(text, emoji) >= 6 ? 'many emoji' : undefined
}

/** A Latin word that nobody would have spelled: capitals all over it, or hardly a vowel in many letters. */
const isGibberish = (word: string): boolean => {
  if (word.length < 10 || word.length > 60 || !/^[a-z]+$/i.test(word)) return false
  return count(word, /[a-z][A-Z]/g) / word.length > 0.21 || count(word, /[aeiouy]/gi) / word.length < 0.13
}

/** Signals in the way a message is written: capitals, symbols, random letters. */
const characterSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isShouting(message)) signals.push({ name: 'shouting', amount: 1 })
  const noise = noiseIn(message)
  if (noise) signals.push({ name: 'noise', amount: 1, detail: noise })
  const words = linksIn(message).rest.split(/[^\p{L}\p{N}@.]+/u, 2000)
  const random = [...name.split(/\s+/, 20), ...words].find(isGibberish)
  const isNothingElse = words.filter((word) => word !== '').every(isGibberish)
  if (random) signals.push({ name: 'gibberish', amount: isNothingElse ? 1.5 : 1, detail: random.slice(0, 30) })
  return signals
}

/** Usual number of links: the sender's own site and an example. */
const usualLinks = 2

// Bounded: many unclosed < would otherwise take quadratic time.
const markup = /\[(?:url|link|img)[=\]]|<a\s[^<>]{0,200}href|\[[^[\]]{1,200}\]\(https?:/i

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Signals in a message's links. */
const linkSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  const { hosts, rest } = linksIn(message)
  if (linksIn(name).hosts.length > 0) signals.push({ name: 'name-link', amount: 1 })
  if (markup.test(message)) signals.push({ name: 'markup', amount: 1 })
  if (hosts.length > usualLinks)
    signals.push({ name: 'links', amount: Math.min(1, (hosts.length - usualLinks) / 4), detail: String(hosts.length) })
  const short = hosts.find((host) => shorteners.has(host))
  if (short) signals.push({ name: 'short-link', amount: 1, detail: short })
  const cheap = hosts.find((host) => cheapTlds.has(host.split('.').at(-1) ?? ''))
  if (cheap) signals.push({ name: 'cheap-link', amount: 1, detail: cheap.slice(0, 60) })
  if (hosts.length > 0 && wordsIn(rest) <= 3) signals.push({ name: 'only-links', amount: 1 })
  return signals
}

const oddityOf = (local: string, domain: string): [amount: number, detail: string] | undefined => {
  const tld = domain.split('.').at(-1) ?? ''
  if (reservedTlds.has(tld)) return [1.4, `no mail can be sent to .${tld}`]
  if (/\d{6}/.test(local)) return [0.7, 'a long number']
  if ((local.match(/\./g)?.length ?? 0) >= 4) return [0.8, 'dots between its letters']
  if ((domain.match(/-/g)?.length ?? 0) >= 3) return [0.7, 'hyphens in its domain']
  if (/^[^aeiouy\d.]{8,}$/.test(local)) return [0.6, 'random letters']
  return cheapTlds.has(tld) ? [0.4, `.${tld}`] : undefined
}

/** Signals in the sender's email address: its form only, without asking any other server. */
const emailSignals = ({ user_email: email }: MessageInput): SpamSignal[] => {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  const domain = email.slice(at + 1).toLowerCase()
  if (disposables.has(domain)) return [{ name: 'disposable', amount: 1, detail: domain }]
  const [amount, detail = ''] = oddityOf(local, domain) ?? []
  return amount ? [{ name: 'odd-address', amount, detail }] : []
}

/** The form takes less; a bound here keeps the time short for any caller. */
const maxCharacters = 8000

const currencies: Record<string, string> = { $: ' dollars ', '€': ' euros ', '£': ' pounds ' }
const withCurrencyNames = (text: string) =>
  text.replace(/[$€£](?=\s?\d)|(?<=\d\s?)[$€£]/g, (symbol) => currencies[symbol] as string)

/** Signals in a message's text. Pure: reads no database. */
export const textSignals = (message: MessageInput): SpamSignal[] => {
  const bounded = { ...message, message: message.message.slice(0, maxCharacters) }
  const topic = topicSignals(spacedWords(withCurrencyNames(undisguised(plainText(bounded.message)))))
  // A clear offer with a link to it.
  const isLure = topic.some(({ amount }) => amount >= 0.7) && linksIn(bounded.message).hosts.length > 0
  return [
    ...linkSignals(bounded),
    ...topic,
    ...(isLure ? [{ name: 'lure' as const, amount: 1 }] : []),
    ...disguiseSignals(`${bounded.user_name}\n${bounded.message}`),
    ...characterSignals(bounded),
    ...emailSignals(bounded),
  ]
}
