import type { Templates } from './letter.ts'

/** What programs and salesmen send to contact forms. */
export const spam: Templates = {
  en: [
    [
      'seo',
      '{Hello|Hi there|Dear website owner}, I {was looking at|came across} $site and {noticed|found} it is not {showing up|ranking} {on the first page of Google|for your main keywords}. {We can|Our team will} {boost your ranking|increase your traffic} with {white hat SEO|quality backlinks}. {Shall I send you a quote|Would you like our price list|Reply for a free SEO audit}?',
    ],
    [
      'seo',
      '{Hey|Hi}, do you accept {guest posts|sponsored articles} on $site? We pay {well|$n dollars} per {dofollow link|post}. Our {content team|writers} {will write|can prepare} {a unique article|high quality content} with {one|two} backlinks. {Let me know your price|Looking forward to a long cooperation}.',
    ],
    [
      'crypto',
      '{Make|Earn} up to $n00 dollars {daily|per day} with our {AI trading bot|crypto investment platform}! {Guaranteed returns|No experience needed, guaranteed profit}. {Start today|Register now}: https://$site/{ref|join}?id=$n {Limited places|Only 20 seats left}.',
    ],
    [
      'pharma',
      '{Cheap|Best price} {viagra|cialis|tramadol} {without prescription|no prescription required}, {worldwide delivery|discreet shipping}. {Order now|Visit} https://$site {20% discount today|free pills with every order}',
    ],
    [
      'casino',
      '{Play now|Join today} and get $n0 FREE SPINS plus {a 200% deposit bonus|welcome bonus} at {the best online casino|our new casino}! {Slots, poker, betting|Jackpot every day} >>> https://$site',
    ],
    [
      'phishing',
      '{Dear user|Dear customer}, your {mailbox is full|domain will expire|account has been limited}. {To avoid suspension|Within 24 hours} {verify your account|confirm your password} {here|by clicking the link below}: http://$site/{login|secure}/$n {IT support|Admin team}',
    ],
    [
      'obfuscated',
      'B‌u‌y {v1agra|c1alis} and {p​i​l​l​s|meds} 0nline, che​ap! С{а}sino bоnus for {уоu|everyоne}: {f r e e  s p i n s|w-i-n-n-e-r} https://$site',
    ],
    [
      'look-alike',
      'Hi $name, I {visited|was just browsing} your website and I {have a question|wanted to ask} about your {services|prices}. {We help businesses like yours|My agency helps freelancers} get {qualified leads|more customers} {every month|on autopilot}. {Are you interested|Can I send you the details}? {Reply with your phone number|WhatsApp me at +1$n}.',
    ],
    [
      'look-alike',
      'Hello, we are {a leading|an award winning} web development company {from India|based offshore}. We offer {dedicated developers|mobile app and website redesign} at affordable rates, {$n dollars per hour|70% cheaper}. {If you are interested, I can|May I} send you our portfolio and price list? Business development manager $name',
    ],
    [
      'loan',
      '{Need working capital|Business loan} up to $n00,000 dollars {approved in 24 hours|with bad credit OK}. {No collateral|Low interest}, {instant decision|unsecured}. {Apply|Get funded} at https://$site',
    ],
  ],
  de: [
    [
      'seo',
      '{Sehr geehrter Websitebetreiber|Guten Tag}, Ihre Seite $site ist {bei Google kaum sichtbar|nicht auf der ersten Seite bei Google}. {Wir bieten|Unsere SEO Agentur bietet} {Linkaufbau|SEO Pakete} {schon ab $n Euro|mit Geld-zurück-Garantie}. {Sichern Sie sich|Fordern Sie jetzt} {Ihre kostenlose Analyse|ein kostenloses Angebot an}.',
    ],
    [
      'seo',
      'Hallo, {wir möchten|unser Kunde möchte} einen {Gastbeitrag|gesponserten Artikel} auf $site veröffentlichen. Wir zahlen $n Euro {pro Backlink|für einen dofollow Link}. {Der Text wird von uns geschrieben|Die Inhalte liefern wir}. {Nennen Sie uns Ihren Preis|Haben Sie weitere Seiten}?',
    ],
    [
      'crypto',
      '{Verdienen Sie|Geld verdienen:} bis zu $n00 Euro {täglich|pro Tag} {mit Bitcoin|mit unserem Krypto-Roboter}! {Passives Einkommen|Garantierte Rendite} ohne Risiko. {Jetzt sichern|Hier starten}: https://$site',
    ],
    [
      'pharma',
      '{Viagra|Potenzmittel} {rezeptfrei|ohne Rezept} {bestellen|kaufen}, {diskreter Versand|Lieferung in 48 Stunden}. {Online Apotheke|Jetzt} https://$site {mit Rabatt|zum Tiefpreis}',
    ],
    [
      'casino',
      '{Online Casino|Neues Casino} mit $n0 {Freispielen|Freispiele gratis} und {Willkommensbonus|200 % Einzahlungsbonus}! {Spielautomaten, Poker, Sportwetten|Jeden Tag ein Jackpot}. {Jetzt spielen|Gleich anmelden}: https://$site',
    ],
    [
      'phishing',
      '{Sehr geehrter Kunde|Achtung}, {Ihr Konto wird gesperrt|Ihr Postfach ist voll}. {Bitte bestätigen Sie|Sie müssen innerhalb von 24 Stunden} {Ihr Passwort|Ihre Daten bestätigen}. {Klicken Sie hier|Link}: http://$site/anmelden/$n',
    ],
    [
      'obfuscated',
      '{V1agra|Vi​agra} und {C​ialis|Сialis} gün​stig, {K r e d i t|K-r-e-d-i-t} ohne Schufa, Саsino Bоnus {g r a t i s|gra​tis}! www.$site',
    ],
    [
      'look-alike',
      'Hallo $name, {ich habe Ihre Webseite besucht|beim Surfen bin ich auf Ihre Seite gestoßen} und {mir sind Fehler aufgefallen|sehe großes Potenzial}. Wir {bringen Selbstständigen|liefern} {mehr Besucher auf die Seite|qualifizierte Kunden}, garantiert. {Wann darf ich Sie anrufen|Darf ich Ihnen unser Angebot senden}? {Schreiben Sie mir per WhatsApp|Kostenlos und unverbindlich}.',
    ],
    [
      'loan',
      '{Sofortkredit|Kredit ohne Schufa} bis $n0.000 Euro {in 24 Stunden|ohne Nachweise}! {Auch bei negativer Bonität|Garantierte Zusage}. {Antrag|Jetzt} unter https://$site',
    ],
    [
      'lists',
      '{Adressdatenbank|Firmenadressen} mit $n Millionen {E-Mails|Kontakten} {für Ihr Marketing|für Newsletter}. {Nur heute|Diese Woche} $n Euro {Rabatt|statt 499}. {Wir versenden|Auf Wunsch auch} auch über Kontaktformulare. https://$site',
    ],
  ],
  es: [
    [
      'seo',
      'Estimado propietario del sitio $site: {su página no aparece|su web no está} en la primera página de Google. {Somos una agencia|Ofrecemos servicios} de {posicionamiento SEO|posicionamiento web} {desde $n euros al mes|con resultados garantizados}. {Responda|Escríbanos} y {le hacemos una auditoría gratis|recibirá un descuento}.',
    ],
    [
      'seo',
      'Hola, ¿{acepta|publica} {artículos patrocinados|guest posts} en $site? Pagamos $n euros por {enlace dofollow|backlink}. {Nosotros escribimos el texto|El contenido es original}. {Dígame su precio|Podemos hacer varios al mes}.',
    ],
    [
      'crypto',
      '{Gana|Duplica tu dinero:} hasta $n00 euros {al día|diarios} con {criptomonedas|nuestra plataforma de trading}. {Ingresos pasivos|Rentabilidad asegurada}, sin experiencia. {Regístrate|Empieza hoy}: https://$site {Últimas plazas|Bono de $n}',
    ],
    [
      'pharma',
      '{Viagra|Cialis} {sin receta|genérico}, {envío discreto|entrega en 48 horas}. {Farmacia online|Compra aquí}: https://$site {con descuento|oferta de hoy}',
    ],
    [
      'casino',
      '¡$n0 {tiradas gratis|giros gratis} y {bono de bienvenida|bono sin depósito} en {el mejor casino|nuestro casino online}! {Apuestas, póker y tragaperras|Gana premios cada día}. {Juega ya|Entra}: https://$site',
    ],
    [
      'phishing',
      '{Estimado cliente|Aviso}: su {cuenta será suspendida|buzón está lleno}. {Debe verificar su cuenta|Confirme su contraseña} en 24 horas. {Haga clic aquí|Acceda}: http://$site/acceso/$n',
    ],
    [
      'obfuscated',
      '{V1agra|Vi​agra} y {C​ialis|Сialis} bar​atos, {c a s i n o|c-a-s-i-n-o} сon bоno {g r a t i s|gra​tis} para {todоs|tі}: www.$site',
    ],
    [
      'look-alike',
      'Hola $name, {he visitado tu página|encontré su web} y {me gustó|veo mucho potencial}. {Ayudamos a profesionales|Hacemos que negocios como el suyo tengan} {a conseguir más clientes|más visibilidad y más tráfico} {cada mes|sin esfuerzo}. ¿{Le interesa|Le envío una oferta}? {Escríbame por WhatsApp|Primera consulta gratis} +34$n',
    ],
    [
      'loan',
      '{Préstamos|Préstamo} de hasta $n0.000 euros {en 24 horas|sin avales}, {aunque esté en lista de morosos|interés bajo}. {Solicítelo|Pida el suyo}: https://$site',
    ],
    [
      'lists',
      '{Vendemos|Oferta:} base de datos de correos {de $n mil empresas|actualizada}, {ideal para|para} email marketing. {Hoy con descuento|Precio especial}: $n euros. {También seguidores|Seguidores} para Instagram. https://$site',
    ],
  ],
  fa: [
    [
      'seo',
      '{مدیر محترم سایت|با سلام، مدیریت محترم} $site {سایت شما در گوگل دیده نمی‌شود|آیا می‌خواهید رتبه اول گوگل باشید}؟ {خدمات سئو|بک لینک قوی} {با تضمین صفحه اول گوگل|از $n هزار تومان}. {مشاوره رایگان|تخفیف ویژه} {در تلگرام|واتساپ} ۰۹۱۲$n',
    ],
    [
      'seo',
      'سلام، {رپورتاژ آگهی|بک لینک} در {صد سایت خبری|سایت‌های معتبر} {با قیمت ویژه|فقط $n هزار تومان}. افزایش بازدید و {رتبه سایت|افزایش ترافیک} {تضمینی|در یک ماه}. https://$site',
    ],
    [
      'crypto',
      '{سود روزانه|درآمد دلاری} {$n درصد|تا $n دلار در روز} با {سرمایه‌گذاری در ارز دیجیتال|ربات معامله‌گر بیت کوین}. {بدون ریسک|سود تضمینی}. {همین حالا ثبت نام کنید|شروع کنید}: https://$site',
    ],
    [
      'pharma',
      '{قرص لاغری|قرص تقویتی} {بدون نسخه|گیاهی} با {ارسال رایگان|تخفیف}، {کاهش وزن|نتیجه} در $n روز. {سفارش|خرید}: https://$site',
    ],
    [
      'casino',
      '{سایت شرط بندی|کازینو آنلاین} معتبر با {بونوس $n درصد|بونوس اولین واریز}، {بازی انفجار|پیش بینی فوتبال} و پوکر. {ورود|ثبت نام}: https://$site {جایزه روزانه|برداشت فوری}',
    ],
    [
      'phishing',
      '{کاربر گرامی|مشتری گرامی}، حساب شما مسدود {خواهد شد|می‌شود}. {برای تایید حساب|جهت جلوگیری از تعلیق} {تا ۲۴ ساعت|فوری} روی لینک کلیک کنید: http://$site/$n',
    ],
    [
      'obfuscated',
      '{شـرط بـنـدی|ش ر ط ب ن د ی} و {کــازیــنــو|ک ا ز ی ن و} با بـونـوس {رایــگـان|ر ا ی گ ا ن} {vі​агrа|v1agra} ارزان www.$site',
    ],
    [
      'look-alike',
      'سلام $name، {سایت شما را دیدم|از سایتتان بازدید کردم} و {خیلی خوب بود|به نظرم جای رشد دارد}. ما {به کسب‌وکارها کمک می‌کنیم|تیمی هستیم که} {مشتری بیشتر بگیرند|فروش را چند برابر می‌کند}. {خدمات سئو و افزایش ترافیک|بانک شماره مشاغل و پیامک انبوه} هم داریم. {مایلید تماس بگیریم؟|مشاوره رایگان در واتساپ} ۰۹۳۵$n',
    ],
    [
      'loan',
      '{وام فوری|وام بدون ضامن} تا $n میلیون تومان {در یک روز|با سود کم}. {ثبت درخواست|همین حالا}: https://$site',
    ],
    [
      'lists',
      '{فالوور واقعی|فالوور ایرانی} {اینستاگرام|تلگرام} {با تخفیف|فقط $n هزار تومان}، {بانک ایمیل|بانک شماره} مشاغل و پیامک انبوه. {سفارش|خرید}: https://$site',
    ],
  ],
}
