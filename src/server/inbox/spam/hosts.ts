const list = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Hosts of shortened links, which hide their target. */
export const shorteners = list(`
  bit.ly tinyurl.com t.co goo.gl ow.ly is.gd v.gd buff.ly cutt.ly rebrand.ly shorturl.at tiny.cc rb.gy t.ly s.id lnkd.in bl.ink
  soo.gd clck.ru u.to qps.ru shrtco.de short.io trib.al adf.ly bit.do tr.im x.co zpr.io urlz.fr 2no.co iplogger.org grabify.link
  t2m.io yourls.org linktr.ee wa.link telegra.ph vk.cc
`)

/** Hosts of disposable email addresses. */
export const disposables = list(`
  mailinator.com guerrillamail.com guerrillamail.net guerrillamail.org sharklasers.com grr.la 10minutemail.com 10minutemail.net
  tempmail.com temp-mail.org temp-mail.io tempmail.net tempmailo.com throwawaymail.com yopmail.com yopmail.fr yopmail.net
  trashmail.com trashmail.de trash-mail.com wegwerfmail.de wegwerfmail.net einrot.com getnada.com nada.email dispostable.com
  maildrop.cc mailnesia.com mintemail.com mohmal.com fakeinbox.com fakemail.net spamgourmet.com mytemp.email moakt.com
  emailondeck.com tempinbox.com discard.email discardmail.com spambog.com mailcatch.com burnermail.io tempr.email dropmail.me
  33mail.com inboxkitten.com minuteinbox.com byom.de muellmail.com emailfake.com generator.email crazymailing.com
`)

/** Top-level domains that are far more common in spam than in other mail; a weak signal alone. */
export const cheapTlds = list(
  'xyz top click icu tk ml ga cf gq buzz monster cyou sbs rest quest bond lol work loan cam vip win bid',
)

/** Top-level domains that no mail can be sent to (RFC 2606, RFC 6762, RFC 7686). */
export const reservedTlds = list('test invalid localhost local internal onion')
