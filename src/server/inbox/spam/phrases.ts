// Marks and capitals do not count (`plainText`). A * stands for the rest of a word.
// Written from what such mail is generally about. Halves are phrases that other messages have, too.

const lines = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Phrases of unsolicited offers: search ranking, traffic, money, medicine, gambling, fraud, lists, services. */
export const wholePhrases = lines(`
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
export const halfPhrases = lines(`
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
export const disguisedWords = lines(`
  viagra; cialis; casino; crypto; bitcoin; pharmacy; betting; loan; jackpot; ranking; traffic; free; money; profit; earn; cheap; pills; backlinks
  backlink; google; investment; account; password; kredit; dinero; gratis; bonus; potenzmittel; invest; slots; click
`)
