import type { Templates } from './letter.ts'

/** What people ask a freelance web developer, as it may come: long and short, with links, in capitals, oddly punctuated. */
export const wanted: Templates = {
  en: [
    [
      'plain',
      'Hi $name,\n\n{my sister and I|we|three friends and I} run a {small bakery|pottery studio|yoga school|bike repair shop} in $city and our {site|website|page} {is from 2014|has not been touched in years|looks dreadful on phones}. {Could you|Would you be able to} {rebuild it|make a new one} {before the summer|by $month|this year}? We have {photos and texts|about twelve pages|a logo, not much more}.\n\n{Best|Warm regards|Thanks},\n$name',
    ],
    [
      'plain',
      '{Hello|Good morning|Dear $name}! I saw your work on the $project {project|site} and {loved|really liked|keep coming back to} {the typography|the calm of it|how quickly it loads}. {I am writing a book about|We publish a magazine on} {rivers|mid-century chairs|mountain huts|urban birds} and need a {landing page|simple shop|reading list with search}. {What would that cost roughly?|Are you free in $month?|How do you usually work?}',
    ],
    [
      'link',
      'Hi, our current site is https://$site – {the menu breaks on iPads|the checkout is slow|nobody can find the opening hours}. {Something like|We like} https://$site {would be great|comes close to what we imagine}. {Budget is around|We can spend about} $n thousand. {Can we talk|Do you have time for a call} {on Thursday|next week}?',
    ],
    [
      'link',
      'Quick one: {the form|the gallery|the login} on www.$site throws an error {since|after} {the last update|we moved hosts}. {Could you have a look|Is that something you do}? {I can send you the logs.|Happy to pay by the hour.|No rush.}',
    ],
    [
      'short',
      '{Are you free in $month?|Do you also do Vue?|How much for a one-page site?|Can you call me back? 0$n 55 $n|Is this still the right address for $name?|Do you take on students for an internship?|Love the site!! Who drew the icons?|hi, do you work with nonprofits|What is your day rate?|Coffee next time you are in $city?}',
    ],
    [
      'caps',
      'HELLO, I AM $name FROM THE {CHOIR|CHESS CLUB|SAILING SCHOOL} IN $city. SORRY FOR THE CAPITALS, {MY KEYBOARD IS BROKEN|I DO NOT SEE WELL}. WE NEED {A NEW PAGE FOR OUR CONCERTS|A LIST OF OUR COURSES|SOMEONE WHO LOOKS AFTER OUR PAGE}. PLEASE WRITE BACK.',
    ],
    [
      'odd',
      'hey!!! {so|ok so}... {we finally got the funding|the grant came through} :) {and now we need that {app|site}|time to build it}??? you said in {march|spring} you might have time... {still true|is that still so}?? — $name',
    ],
    [
      'topic',
      'Hello, we {are moving|want to move} our {shop|site} from {Shopify|an old WordPress} to something {lighter|faster} and {do not want to lose our search ranking|our SEO should survive it}. {Have you done redirects for a few thousand products before|Could you review our plan}? {Traffic is about $n thousand visits a month|It is some $n hundred pages}, mostly from {$city|Germany|returning readers}.',
    ],
    [
      'topic',
      'Dear $name, I work for {a small crypto start-up|a fintech company|an investment club} in $city. {We need|We are looking for} a developer for {our documentation pages|the public website} – {no wallet, no trading, just text|only content, React preferred}. {Three months, part-time|About forty days of work}. {Would you be interested|Could this be for you}?',
    ],
    [
      'plain',
      '{I teach|My wife teaches} at {a primary school|the art college} in $city and {the pupils|our students} would like to {interview you|ask you some questions} about {how websites are made|your job}. {It would take half an hour|An hour by video would be plenty}, {in $month if you can|whenever suits you}.',
    ],
    [
      'plain',
      'Hello $name, thank you for the {invoice|quote|call yesterday}. {Two questions|One thing}: {does the price include hosting|is the second round of corrections included}, and {could we start a week later|can you send it to our accountant as well}? {Regards|Cheers}, $name',
    ],
    [
      'thanks',
      '{Just wanted to say|A note from a stranger}: your {article|page} about {container queries|accessible forms|image formats} {saved my afternoon|helped me a lot}. {Found one typo in the third paragraph: "teh".|The second example has a bracket too many, I think.|Do you mind if I translate it into Polish?}',
    ],
    [
      'offer',
      'Hi $name, we are {an agency of five|a two-person studio} in $city and {often need|currently look for} a freelancer for {front-end work|React and accessibility}. {A client of ours|The museum we work for} {wants|plans} {a ticket shop|an online catalogue} {from $month on|this winter}. Is that something for you? Our site: https://$site',
    ],
  ],
  de: [
    [
      'plain',
      '{Hallo|Guten Tag|Liebe Frau $name}, {wir führen|ich habe} {eine kleine Buchhandlung|ein Café|eine Hebammenpraxis|eine Tischlerei} in $city und {brauchen|bräuchten} {eine neue Webseite|einen frischen Auftritt im Netz}. {Texte und Fotos sind da|Einen Fotografen haben wir schon}. {Hätten Sie im $month Zeit|Was würde das ungefähr kosten}? {Viele Grüße|Herzliche Grüße}, $name',
    ],
    [
      'plain',
      'Sehr geehrte Damen und Herren, {für unseren Verein|für die Musikschule $city} {suchen wir jemanden, der|wäre es schön, wenn jemand} {unsere Seite barrierefrei macht|den Kalender auf der Seite in Ordnung bringt}. {Wir sind ehrenamtlich tätig und haben nur ein kleines Budget|Der Vorstand hat dafür Geld bewilligt}. {Mit freundlichen Grüßen|Danke im Voraus}, $name',
    ],
    [
      'link',
      'Hallo! {Auf|Unter} https://$site {sieht man unsere alte Seite|läuft gerade noch die alte Fassung}. {Uns gefällt|Ein Vorbild wäre} https://$site. {Kannst du so etwas bis $month bauen|Wäre so etwas mit $n Tagen Aufwand machbar}? {Gern telefonieren wir|Ruf gern an}.',
    ],
    [
      'short',
      '{Haben Sie noch Kapazitäten im $month?|Machen Sie auch Logos?|Bitte um Rückruf, 0$n 44 $n.|Welchen Stundensatz haben Sie?|Bieten Sie auch Wartung an?|Tolle Seite! Welche Schrift ist das?|Hast du am Freitag kurz Zeit?|Können Sie auch WordPress?|Nehmen Sie Praktikanten?|Danke, die Rechnung ist bezahlt.}',
    ],
    [
      'caps',
      'GUTEN TAG, {HIER SCHREIBT|MEIN NAME IST} $name. ICH KANN LEIDER NUR GROSS SCHREIBEN. {UNSER KEGELVEREIN|DER GARTENVEREIN} IN $city BRAUCHT {EINE NEUE SEITE|JEMANDEN FÜR DIE SEITE}. {WAS KOSTET DAS?|BITTE MELDEN SIE SICH.}',
    ],
    [
      'odd',
      'moin moin ... {wir hatten ja neulich gesprochen|wir kennen uns vom Sommerfest} (!!), {ging um|es ging um} die {Anmeldung|Galerie} - {die spinnt immer noch|die geht jetzt gar nicht mehr} ... {schaust du mal|kannst du mal gucken}??? lg $name',
    ],
    [
      'topic',
      'Guten Tag, {beim Umzug|bei der Umstellung} unserer Seite auf ein neues System {möchten wir unsere Platzierung bei Google nicht verlieren|soll die Auffindbarkeit nicht leiden}. {Können Sie uns dabei begleiten|Haben Sie damit Erfahrung}? {Ein Angebot würde uns freuen|Bitte nennen Sie uns einen Preisrahmen}. Es geht um rund $n00 Seiten. {Grüße|Freundliche Grüße} $name',
    ],
    [
      'plain',
      'Hallo $name, {ich schreibe gerade meine Masterarbeit|ich studiere Design in $city und schreibe} über {Portfolios von Selbstständigen|Typografie im Netz}. {Dürfte ich Ihnen|Könnte ich dir} {ein paar Fragen stellen|drei Fragen schicken}? {Dauert höchstens zwanzig Minuten|Es eilt nicht}.',
    ],
    [
      'plain',
      '{Lieber $name|Hi $name}, {danke für den Entwurf|der Entwurf gefällt allen sehr}! {Nur die Farbe im Kopf|Einzig der Text im Fuß} {müsste noch einmal geändert werden|ist noch nicht ganz richtig}. {Schickst du uns dann die Rechnung|Wann können wir online gehen}? Gruß $name',
    ],
    [
      'offer',
      '{Wir sind eine Agentur|Unser Büro ist} in $city und {suchen|wir suchen} {für ein Projekt des Stadtmuseums|für einen Kunden aus der Landwirtschaft} {Unterstützung im Frontend|jemanden mit Erfahrung in React}, {etwa $n Tage|halbtags} ab $month. {Hätten Sie Interesse|Passt das in Ihre Planung}? {Mehr über uns|Unsere Arbeiten}: https://$site',
    ],
    [
      'topic',
      'Guten Tag, {unsere Apotheke|unsere Hausarztpraxis} in $city {möchte Rezepte online vorbestellen lassen|braucht eine Terminbuchung}. {Datenschutz ist uns wichtig|Das muss natürlich sicher sein}. {Haben Sie so etwas schon gebaut|Wer könnte das für uns machen}? {Kostenlos muss es nicht sein|Ein Angebot bis Monatsende wäre schön}.',
    ],
  ],
  es: [
    [
      'plain',
      '{Hola|Buenos días|Buenas tardes}, {tenemos|llevo} {una librería|un taller de cerámica|una escuela de danza|un restaurante pequeño} en $city y {queremos renovar la página|nos hace falta una web nueva}. {Ya tenemos fotos y textos|Las fotos las hace mi hermana}. ¿{Tendría tiempo en $month|Cuánto costaría más o menos}? {Un saludo|Gracias}, $name',
    ],
    [
      'plain',
      'Estimado $name: {le escribo de parte de|soy secretaria de} {la asociación de vecinos|el coro} de $city. {Necesitamos a alguien que|Buscamos una persona que} {mantenga nuestra página|arregle el calendario}. {Somos voluntarios y el presupuesto es modesto|La junta ya aprobó el gasto}. ¿{Podríamos hablar esta semana|Le interesa}?',
    ],
    [
      'link',
      'Hola, {nuestra página actual es|ahora mismo usamos} https://$site y {va muy lenta|en el móvil se ve mal}. {Nos gusta mucho|Queremos algo parecido a} https://$site. {Contamos con unos $n mil euros|Podemos empezar en $month}. ¿{Qué le parece|Cómo lo ve}?',
    ],
    [
      'short',
      '{¿Está libre en $month?|¿También hace logotipos?|¿Cuánto cobra por hora?|¿Me puede llamar? 6$n 12 $n|¡Qué página tan bonita! ¿Qué letra usa?|¿Trabaja con WordPress?|¿Da clases?|Recibido, muchas gracias.|¿Podemos vernos el martes?|¿Acepta prácticas de estudiantes?}',
    ],
    [
      'caps',
      'BUENAS, SOY $name DE {LA PEÑA|LA COFRADÍA} DE $city, PERDONE LAS MAYÚSCULAS. {QUEREMOS PONER LAS FOTOS DE LA FIESTA EN INTERNET|NECESITAMOS UNA PÁGINA SENCILLA}. ¿{CUÁNTO CUESTA|NOS PUEDE AYUDAR}?',
    ],
    [
      'odd',
      'holaaa... {soy el primo de $name|nos vimos en la feria} :) {al final sí|que al final} {hacemos la web|abrimos la tienda}!!! ¿¿{cuándo puedes empezar|te viene bien el lunes}?? ... {un abrazo|besos}',
    ],
    [
      'topic',
      'Buenos días: {vamos a cambiar de gestor de contenidos|migramos la tienda} y {no queremos perder las visitas que llegan de Google|nos preocupa el posicionamiento}. ¿{Ha hecho migraciones así|Nos podría acompañar}? {Son unas $n00 páginas|La tienda tiene $n00 productos}. {Esperamos su oferta|Quedo atento}, $name',
    ],
    [
      'plain',
      '{Soy profesora de|Doy clase en} un instituto de $city y {mis alumnos|los chicos de cuarto} {hacen un trabajo sobre|quieren saber más de} {oficios digitales|cómo se hace una página}. ¿{Les podría responder unas preguntas|Vendría un día a contarlo}? {Sería en $month|Cuando le venga bien}.',
    ],
    [
      'plain',
      'Hola $name, {gracias por la propuesta|ya vimos el boceto y nos encanta}. {Solo cambiaríamos|Lo único es} {el color del botón|el texto de la portada}. {¿La factura puede ir a nombre de la fundación?|¿Cuándo podríamos publicarla?} {Saludos|Un abrazo}',
    ],
    [
      'offer',
      '{Somos un estudio|Trabajamos en una agencia} de $city y {buscamos a alguien de confianza|necesitamos apoyo} para {la parte de React|maquetar} {la web de un museo|un catálogo en línea}, {unos $n días|media jornada} desde $month. {Nuestro trabajo|Nos puede ver en}: https://$site. ¿{Le encaja|Hablamos}?',
    ],
  ],
  fa: [
    [
      'plain',
      'سلام $name، {ما یک کتاب‌فروشی کوچک|من یک کارگاه سفال|ما یک کافه} در $city {داریم|دارم} و {سایتمان خیلی قدیمی شده|هنوز سایت نداریم}. {عکس و متن آماده است|لوگو داریم ولی عکس نه}. {برای $month وقت دارید؟|هزینه‌اش حدوداً چقدر می‌شود؟} {ممنون|با احترام}، $name',
    ],
    [
      'plain',
      'با سلام و احترام، {از طرف انجمن|از طرف آموزشگاه موسیقی} $city {مزاحم می‌شوم|می‌نویسم}. {دنبال کسی هستیم که|کسی را می‌خواهیم که} {سایت ما را نگه‌داری کند|تقویم برنامه‌ها را درست کند}. {بودجه‌ی زیادی نداریم|هیئت مدیره بودجه را تصویب کرده}. {امکان همکاری هست؟|لطفاً خبر بدهید.}',
    ],
    [
      'link',
      'سلام، {سایت فعلی ما|الان سایتمان} https://$site است و {روی گوشی خوب باز نمی‌شود|خیلی کند است}. {از این خوشمان می‌آید|نمونه‌ای که دوست داریم}: https://$site {می‌توانید چیزی شبیه آن بسازید؟|تا $month می‌رسد؟}',
    ],
    [
      'short',
      '{برای $month وقت آزاد دارید؟|طراحی لوگو هم انجام می‌دهید؟|دستمزد ساعتی شما چقدر است؟|لطفاً با من تماس بگیرید، ۰۹۱۲$n|چه سایت قشنگی! اسم این فونت چیست؟|با وردپرس هم کار می‌کنید؟|کارآموز می‌گیرید؟|رسید، خیلی ممنون.|سه‌شنبه فرصت دارید؟|تدریس خصوصی هم دارید؟}',
    ],
    [
      'odd',
      'سلاممم!!! {من دوست $name هستم|هفته‌ی پیش حرف زدیم} :) {بالاخره مغازه باز شد|بالاخره تصمیم گرفتیم}... {سایت را کی شروع کنیم؟؟؟|حالا نوبت سایت است!!} {منتظرم|خبر بده}',
    ],
    [
      'topic',
      'سلام، {می‌خواهیم فروشگاهمان را|قرار است سایت را} به {سیستم جدید|سرور تازه} منتقل کنیم و {نگرانیم جایگاهمان در گوگل بد شود|نمی‌خواهیم بازدیدکننده‌ها را از دست بدهیم}. {تجربه‌ی این کار را دارید؟|می‌شود همراهی کنید؟} حدود $n صد صفحه است. $name',
    ],
    [
      'plain',
      '{من دانشجوی گرافیک|دانشجوی ارشد} در $city هستم و {پایان‌نامه‌ام درباره‌ی|تحقیقم در مورد} {تایپوگرافی فارسی در وب|نمونه‌کارهای اینترنتی} است. {می‌توانم چند سؤال بپرسم؟|اجازه هست مصاحبه‌ی کوتاهی بکنیم؟} {بیشتر از بیست دقیقه نمی‌شود|عجله‌ای نیست}.',
    ],
    [
      'plain',
      'سلام $name عزیز، {طرح را دیدیم و خیلی پسندیدیم|ممنون از پیشنهادتان}. {فقط رنگ سربرگ|تنها متن صفحه‌ی اول} {باید کمی عوض شود|هنوز جا دارد}. {فاکتور را به نام شرکت بزنید|کی می‌توانیم منتشرش کنیم؟} {ارادتمند|سپاس}',
    ],
    [
      'offer',
      '{ما یک استودیوی کوچک|تیم ما} در $city {هستیم و|است و} برای {سایت یک موزه|کاتالوگ یک ناشر} {به کمک نیاز داریم|دنبال همکار می‌گردیم}، {حدود $n روز|نیمه‌وقت} از $month. {نمونه‌ی کارهای ما|کارهایمان}: https://$site {علاقه دارید؟|حرف بزنیم؟}',
    ],
    [
      'mixed',
      'سلام، {فرم تماس|گالری} سایتم با React نوشته شده و {بعد از آپدیت|از دیروز} خطای TypeError می‌دهد. {می‌توانید نگاهی بیندازید؟|ساعتی هم حساب کنید قبول است.} مرسی، $name',
    ],
  ],
}
