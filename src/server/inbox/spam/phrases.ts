// Marks and capitals do not count (`plain-text.ts`). A * stands for the rest of a word.
// Written from what such mail is generally about. Halves are words that wanted messages have, too.

const lines = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Phrases of mail that was not asked for: searching, traffic, money, medicine, gambling, fraud, lists, offers of services. */
export const wholePhrases = lines(`
  guest post*; sponsored post*; sponsored article*; backlink*; back links; link building; link insertion*; do follow; dofollow; domain authority
  first page of google; page one of google; page 1 of google; 1st page of google; top of google; rank higher; rank on google; rank your website
  seo service*; seo package*; seo audit; seo expert*; seo agency; seo company; white hat; organic traffic; website traffic; targeted traffic
  increase your traffic; more traffic to your; boost your ranking*; google ranking*; seo optimi*; drive traffic; real visitors
  suchmaschinenranking; seite 1 bei google; erste seite bei google; seo agentur; seo paket*; seo dienst*; linkaufbau; gastbeitrag*; gastartikel
  mehr besucher; qualifizierte kunden; mehr kunden; articulos patrocinados; pagamos por enlace; conseguir mas clientes; mas clientes; mas visibilidad; auditoria gratis
  primera pagina de google; posicionamiento seo; posicionamiento web; servicios de seo; articulo patrocinado
  enlaces de calidad; mas trafico; trafico web; رتبه اول گوگل; رتبه اول; خدمات سیو; رتبه سایت; رپرتاژ*; قرص لاغری; ارسال رایگان; مشتری بیشتر; مشاوره رایگان; چند برابر; صفحه اول گوگل; بک لینک*; رپورتاژ*; خدمات سئو; افزایش بازدید; افزایش ترافیک; بازدید واقعی
  premiere page de google; продвижение сайт*; первое место в google; раскрутка
  crypto invest*; bitcoin*; ethereum; usdt; trading signal*; forex; binary option*; trading bot; trading platform; guaranteed return*
  guaranteed profit*; daily profit*; passive income; double your; financial freedom; earn money online; make money online; work from home
  investment opportunit*; investment plan*; high return*; wallet address; seed phrase; airdrop; mining contract*
  krypto*; passives einkommen; geld verdienen; rendite*; geldanlage; investitionsmoglichkeit*; ingresos pasivos; ganar dinero; criptomoneda*; inversion garantizada
  rentabilidad; ganancias; duplica tu; بیت کوین*; ارز دیجیتال*; رمز ارز*; سرمایه گذاری*; سود روزانه; سود تضمینی; درامد دلاری; کسب درامد; درامد غیرفعال
  заработ*; криптовалют*
  viagra; cialis; levitra; kamagra; sildenafil; tramadol; xanax; ozempic; semaglutide; online pharmacy; without prescription; no prescription
  weight loss; lose weight; diet pill*; male enhancement; erectile; cbd gummies; cheap meds; anabolic
  ohne rezept; rezeptfrei; potenzmittel; abnehmen; online apotheke; sin receta; farmacia online; perder peso; bajar de peso; disfuncion erectil
  بدون نسخه; داروخانه انلاین; کاهش وزن; لاغری; قرص*
  casino; casinos; free spins; jackpot; slot machine*; online slots; betting; sportsbook; deposit bonus; welcome bonus; no deposit; poker
  freispiele; sportwetten; spielautomat*; willkommensbonus; einzahlungsbonus; tiradas gratis; giros gratis; apuestas; bono de bienvenida; tragamonedas; tragaperras
  کازینو; شرط بندی; پیش بینی فوتبال; بونوس; پوکر; انفجار; казино; ставки
  verify your account; confirm your account; account will be suspended; account has been suspended; account has been limited; unusual activity
  confirm your password; mailbox is full; mailbox quota; storage is full; password expires; password will expire; domain will expire; domain expir*
  click the link below; click here; copyright infringement; legal action; unpaid invoice; claim your prize; you have won; you have been selected
  lottery; inheritance; next of kin; transfer of funds; gift card*; beneficiary
  ihr passwort; passwort bestatigen; ihre daten bestatigen; bestatigen sie ihr*; zur vermeidung einer sperrung
  konto gesperrt; konto wird gesperrt; konto bestatigen; klicken sie hier; postfach ist voll; passwort lauft ab; gewonnen; erbschaft
  su contrasena; confirme su*; actualice sus datos de acceso
  verifique su cuenta; verificar su cuenta; cuenta sera suspendida; cuenta ha sido suspendida; haga clic aqui; buzon esta lleno; ha ganado; herencia
  حساب شما مسدود; مسدود خواهد; تایید حساب; کلیک کنید; برنده شده; جایزه; تعلیق
  no collateral; no experience needed; approved in 24 hours; instant decision; get funded; pay per post; trading platform; own trading
  business loan*; instant loan*; unsecured loan*; working capital; business funding; bad credit; loan offer; low interest; credit repair
  sofortkredit; kredit ohne schufa; ohne schufa; negativer bonitat; garantierte zusage; ohne nachweise; prestamo*; sin avales; lista de morosos; interes bajo
  وام فوری; وام بدون ضامن; بدون ضامن; سود کم
  email list*; email database; leads database; b2b leads; qualified leads; email marketing campaign*; bulk email; contact form submission*; contact form blast*
  adressdatenbank; firmenadressen; millionen e mails; millionen kontakt*; uber kontaktformulare; correos de; email marketing
  base de datos de correos; بانک شماره*; بانک ایمیل*; پیامک انبوه; فالوور*; instagram followers; buy followers; tiktok followers; followers
  seguidores; replica watch*; luxury replica*; rolex; hot girls; dating site; sexy; porn*; onlyfans
  unsubscribe; opt out; remove you from our list; this is not spam; keine weiteren nachrichten; darse de baja; لغو اشتراک
  explainer video*; outsourc*; offshore; hire our developers; dedicated developer*; mobile app development company; web development company
  web design company; redesign your website; affordable price*; at affordable rates; price list; send you a quote; send you a proposal; send you the details
  send you our portfolio; errors on your website; issues on your website; problems with your website; errors that prevent; not ranking; your competitors
  presale; token sale; staking; get rich; this token; dieses token; diesem token; este token; kryptoborse; einen token; توکن; صرافی
  your payment was; payment is on hold; was declined; billing details; parcel is on hold; update your billing; settle the fee; your parcel
  paket wird zuruckgehalten; zahlung wurde abgelehnt; letzte mahnung; gebuhr; daten noch heute; su paquete; su pago fue; pago rechazado; abone la tasa; ultimo aviso
  actualice sus datos; اخطار; بسته پستی; اطلاعات کارت; پرداخت شما ناموفق; هزینه را بپردازید
  promo clip*; promo video*; convert visitors; into buyers; triple sales; more sales; werbeclip*; erklarvideo*; umsatz verdreifach*; besuchern kaufer; vídeos explicativos; triplican las ventas; multiplica tus ventas
  تیزر*; ویدیوی تبلیغاتی; فروش را; مشتری می کند; bad visibility; poor visibility; cost you customers; top results; double your visitors; google reviews; buy reviews
  schlechte sichtbarkeit; zu wenig besucher; verdoppeln wir; google bewertungen; poca visibilidad; duplicamos sus; le cuestan clientes; resenas de google; صدر نتایج; بازدید ندارد; لایک; ضمانت ریزش
`)

/** Half as much: words that such mail has often, and wanted mail now and then. */
export const halfPhrases = lines(`
  came across your website; visited your website; found your website; looking at your website; browsing your website; your website lacks
  seo; ranking*; traffic; promotion*; marketing; offer*; discount*; limited time; act now; hurry; special price; free trial; 100% free; risk free
  no obligation; cheap; best price*; lowest price*; guarantee*; money back; earn; profit*; income; invest*; crypto*; loan*; bonus; win; prize; winner
  dear sir; dear website owner; dear webmaster; dear customer; website owner; site owner; webmaster; our team of experts; our company offers; we offer; we provide
  interested let me know; if you are interested; are you interested; reply to this email; reply with your phone; share your phone number; whatsapp; telegram
  best regards business development; business development manager; marketing manager; digital marketing; leading company
  suchmaschine*; sichtbarkeit; rabatt*; angebot*; kostenlos*; jetzt sichern; nur heute; garantiert*; gewinn*; sehr geehrter website; websitebetreiber; wir bieten; partnerschaft
  posicionar; visibilidad; descuento*; oferta*; gratis; garantizado*; garantizamos; gana; ofrecemos; somos una agencia; propietario del sitio; estimado propietario; ultimas plazas
  سئو; تخفیف*; رایگان; تضمینی; پیشنهاد ویژه; مدیر محترم; مدیریت محترم; ویژه; واتساپ; تلگرام; درامد; سود; همین حالا; ارائه می دهیم; فرصت
  last chance; do not miss; before midnight; today only; this week only; first one free; small monthly fee; reply yes; in three weeks; dollars in a month
  letzte chance; nicht verpassen; bis mitternacht; noch heute; das erste ist gratis; festpreis; ultima oportunidad; no se lo pierda; antes de medianoche; hoy mismo; el primero es gratis; tarifa plana
  آخرین فرصت; از دست ندهید; تا نیمه شب; همین امروز; اولی رایگان; نصف قیمت; ارزان; فروش ویژه; تحویل فوری; سفارش; رزرو; خرید
  urgent; urgently; dringend; urgente; فوری; immediately; within 24 hours; innerhalb von 24 stunden; en 24 horas; last warning; final notice
`)

/** Single words that spammers disguise. */
export const disguisedWords = [
  ...'viagra cialis casino crypto bitcoin pharmacy betting loan loans porn sexy jackpot ranking traffic free money profit earn winner cheap pills'.split(
    ' ',
  ),
  ...'backlinks backlink google investment account password kredit dinero gratis bonus forex kasino potenzmittel invest slots click'.split(
    ' ',
  ),
]
