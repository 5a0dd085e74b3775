import type { Templates } from './letter.ts'

// Written before the filter was first run on any letter. What it did then stands in docs/decisions/014-spam.md; afterwards these kinds were given
// words, so that today they show no more than the first set does.

export const unheardWanted: Templates = {
  en: [
    [
      'plain',
      'Hello, {our village hall|the allotment society} in $city {would like|is hoping for} a booking page so that {people stop phoning me|nobody is double booked}. {I am no expert at all|You would have to explain things slowly}. {Is that a big job?|Where do we begin?} $name',
    ],
    [
      'link',
      'Hi $name, {I photograph|I restore} {churches|old boats} and keep everything on https://$site at the moment. {It is full|They raised the fee again} and {I would rather own my pages|I want out}. {Sketch attached in my head: one picture per page, nothing else.|How would you go about it?} $name, $city',
    ],
    [
      'short',
      '{Do you ever sublet a desk?|Could we move our call to three?|Which printer did you use for the posters?|is the job on your page still open|Ring me when you get a minute please.}',
    ],
    [
      'topic',
      'Dear $name, {a client of mine sells|I import} {cheese|ceramics} and {somebody filled his site with casino links last week|the site was hacked, it redirects to a pharmacy}. {Can you clean that up|How fast could you fix it}? {We have backups from $month.|He is desperate.}',
    ],
    [
      'caps',
      'DEAR $name! {YOUR CALENDAR PLUGIN STOPPED|THE CONTACT PAGE IS BLANK} SINCE THIS MORNING. {PLEASE RING ME|CALL ME WHEN YOU READ THIS}. $name, $city {MUSEUM|LIBRARY}',
    ],
  ],
  de: [
    [
      'plain',
      'Guten Abend, {mein Vater gibt seine Schreinerei ab|ich übernehme den Hof meiner Eltern} und {die alte Internetseite soll weg|alles soll etwas moderner werden}. {Darf ich Sie mal anrufen|Kämen Sie vorbei, $city ist ja nicht weit}? {Mit Gruß|Schönen Abend}, $name',
    ],
    [
      'link',
      'Hi, {ich bin Fotografin|ich baue Geigen}. {Meine Bilder liegen|Alles liegt} noch auf https://$site, {das gefällt mir nicht mehr|das kann man am Handy nicht ansehen}. {Zeigst du mir, was möglich wäre?|Hast du nach $month Luft?} $name',
    ],
    [
      'short',
      '{Stimmt die Adresse auf der Rechnung?|Kann man bei Ihnen auch in Raten zahlen?|Komme zehn Minuten später.|Sprechen Sie auch Dänisch?|Wer hat die Zeichnung oben gemacht?}',
    ],
    [
      'topic',
      'Sehr geehrter Herr $name, {unser Spendenformular|unser Onlineshop} {wurde wohl gehackt|verschickt seit gestern Werbung für Medikamente}. {Können Sie heute noch helfen|Wir brauchen dringend Hilfe}. {Zugangsdaten gebe ich am Telefon durch.|Geld ist nicht das Problem.}',
    ],
    [
      'plain',
      '{Liebes Team|Hallo}, {für unsere Hochzeit|zum Jubiläum} am $n. $month {hätten wir gern eine kleine Seite|wünschen wir uns eine Seite} {mit Zusagen und Anfahrt|auf der Gäste Bilder hochladen können}. {Machen Sie so etwas?|Ist das zu klein für Sie?} {Liebe Grüße|LG} $name',
    ],
  ],
  es: [
    [
      'plain',
      'Buenas noches, {mi padre se jubila y me quedo con el taller|heredamos la bodega de la abuela} y {no hay quien entienda la página|hay que empezar de cero}. ¿{Me puede orientar|Se pasa un día por $city}? {Atentamente|Gracias de antemano}, $name',
    ],
    [
      'link',
      'Hola, {hago retratos|afino pianos} y {tengo todo en|mi página es} https://$site. {Ya no me representa|Se cae cada dos por tres}. {¿Qué haría usted?|¿Me hace un hueco en $month?} $name',
    ],
    [
      'short',
      '{¿Sigue en pie lo del jueves?|¿Hacen facturas con IVA intracomunitario?|Llego diez minutos tarde.|¿Quién hizo los dibujos?|¿Tienen sitio para uno más en el curso?}',
    ],
    [
      'topic',
      'Estimado $name, {nos han hackeado la web|alguien entró en el blog} y {ahora enlaza a un casino|manda correos de medicamentos}. ¿{La puede limpiar hoy|Cuánto tardaría}? {Tengo copia de $month.|Pagamos lo que haga falta.}',
    ],
    [
      'plain',
      '{Para la boda|Para el cincuentenario del club} en $month {nos gustaría una página|querríamos algo sencillo} {con el mapa y las confirmaciones|donde la gente suba fotos}. ¿{Es muy poca cosa para usted|Hace encargos así}? {Besos|Saludos}, $name',
    ],
  ],
  fa: [
    [
      'plain',
      'شب بخیر، {پدرم بازنشسته شده و کارگاه به من رسیده|باغ پدربزرگ را ما می‌گردانیم} و {از اینترنت سر در نمی‌آورم|می‌خواهیم از نو شروع کنیم}. {راهنمایی‌ام می‌کنید؟|می‌شود حضوری صحبت کنیم؟} $name از $city',
    ],
    [
      'link',
      'سلام، {عکاس پرتره‌ام|ساز می‌سازم} و {کارهایم در این نشانی است|همه چیز اینجاست}: https://$site {دیگر دوستش ندارم|مدام قطع می‌شود}. {شما بودید چه می‌کردید؟|بعد از $month وقت دارید؟} $name',
    ],
    [
      'short',
      '{قرار پنج‌شنبه سر جایش هست؟|ده دقیقه دیرتر می‌رسم.|نقاشی‌های صفحه‌ی اول کار کیست؟|فاکتور رسمی می‌دهید؟|جا برای یک نفر دیگر دارید؟}',
    ],
    [
      'topic',
      'سلام $name، {سایت ما هک شده|یک نفر وارد وبلاگ ما شده} و {به سایت‌های شرط بندی لینک می‌دهد|تبلیغ قرص نشان می‌دهد}. {امروز می‌توانید درستش کنید؟|چقدر طول می‌کشد؟} {نسخه‌ی پشتیبان داریم.|هزینه مهم نیست.}',
    ],
    [
      'plain',
      '{برای عروسی|برای سالگرد مدرسه} در $month {یک صفحه‌ی کوچک می‌خواهیم|دوست داریم صفحه‌ای داشته باشیم} {که مهمان‌ها خبر بدهند می‌آیند یا نه|که همه عکس بگذارند}. {این کارها را هم قبول می‌کنید؟|برای شما خیلی کوچک است؟} $name',
    ],
  ],
}

export const unheardSpam: Templates = {
  en: [
    [
      'seo',
      'Good day, {a quick audit of|we analysed} $site {shows|found} {poor visibility in search|broken tags and slow pages that cost you customers}. {Our specialists|We} fix {this|such issues} for {only $n dollars|a small monthly fee} and {bring you to the top results|double your visitors}. {May we send the report|Reply YES for the report}.',
    ],
    [
      'crypto',
      '{My uncle|A friend} {turned $n00 into|made} $n,000 dollars in {a month|three weeks} with this {Ethereum|token} {presale|staking pool}. {Do not miss it|Last chance}: https://$site/{in|go}/$n',
    ],
    [
      'look-alike',
      'Hey $name, {love your site|great page}! {We build|I produce} {animated explainer videos|short promo clips} that {triple sales|convert visitors into buyers}. {Normally $n00 dollars, this week $n|First one free}. {Want to see samples|Book a slot here}: https://$site',
    ],
    [
      'phishing',
      '{Final notice|Important}: {a parcel|your payment} {is on hold|was declined}. {Settle the fee|Update your billing details} {today|before midnight}: http://$site/{pay|update}?u=$n',
    ],
    ['gibberish', 'JhGtRfVbNmKlPoIuYt qWsXcDeRfVtGbYh'],
  ],
  de: [
    [
      'seo',
      'Guten Tag, {eine kurze Prüfung|unsere Analyse} von $site {zeigt|ergab}: {schlechte Sichtbarkeit|zu wenig Besucher}. {Für nur $n Euro im Monat|Zum Festpreis} {bringen wir Sie nach ganz oben|verdoppeln wir Ihre Anfragen}. {Antworten Sie mit JA|Wir rufen Sie gern zurück}.',
    ],
    [
      'crypto',
      '{Mein Nachbar hat|Ein Student machte} aus $n0 Euro {in drei Wochen|in einem Monat} $n.000 – {mit dieser Kryptobörse|mit diesem Token}. {Letzte Chance|Nicht verpassen}: https://$site/$n',
    ],
    [
      'phishing',
      '{Letzte Mahnung|Wichtig}: {Ihr Paket wird zurückgehalten|Ihre Zahlung wurde abgelehnt}. {Begleichen Sie die Gebühr|Aktualisieren Sie Ihre Daten} {noch heute|bis Mitternacht}: http://$site/zahlen?u=$n',
    ],
    [
      'look-alike',
      'Hallo $name, {tolle Seite|starke Arbeit}! {Wir drehen|Ich produziere} {Erklärvideos|Werbeclips}, die {den Umsatz verdreifachen|aus Besuchern Käufer machen}. {Statt $n00 diese Woche $n Euro|Das erste ist gratis}. {Beispiele|Termin}: https://$site',
    ],
    [
      'lists',
      '{Instagram Follower|Google Bewertungen} {kaufen|günstig}, {echte Profile|garantiert dauerhaft}, ab $n Euro. {Zahlung mit Bitcoin|Lieferung sofort}: https://$site',
    ],
  ],
  es: [
    [
      'seo',
      'Buen día, {hicimos un análisis|una revisión rápida} de $site {muestra|indica} {poca visibilidad|errores que le cuestan clientes}. {Por solo $n euros al mes|Con tarifa plana} {lo ponemos arriba en los buscadores|duplicamos sus visitas}. {Responda SÍ|Le llamamos} y {enviamos el informe|empezamos hoy}.',
    ],
    [
      'crypto',
      '{Mi vecino|Un estudiante} {convirtió $n0 euros en|sacó} $n.000 {en tres semanas|en un mes} con {este token|esta criptobolsa}. {Última oportunidad|No se lo pierda}: https://$site/$n',
    ],
    [
      'phishing',
      '{Último aviso|Importante}: {su paquete está retenido|su pago fue rechazado}. {Abone la tasa|Actualice sus datos} {hoy mismo|antes de medianoche}: http://$site/pago?u=$n',
    ],
    [
      'look-alike',
      'Hola $name, ¡{qué buena página|gran trabajo}! {Hacemos|Produzco} {vídeos explicativos|anuncios cortos} que {triplican las ventas|convierten visitas en compras}. {Antes $n00, esta semana $n euros|El primero es gratis}. {Muestras|Reserve}: https://$site',
    ],
    [
      'lists',
      '{Reseñas de Google|Seguidores de Instagram} {reales|baratos}, {garantizados|entrega inmediata}, desde $n euros. {Pago con Bitcoin|Pida aquí}: https://$site',
    ],
  ],
  fa: [
    [
      'seo',
      'درود، {بررسی کوتاهی از|آنالیز} $site نشان می‌دهد {سایتتان بازدید ندارد|مشتری‌ها شما را پیدا نمی‌کنند}. {فقط با ماهی $n هزار تومان|با کمترین هزینه} {شما را به صدر نتایج می‌رسانیم|فروشتان دو برابر می‌شود}. {عدد ۱ را بفرستید|تماس بگیرید} ۰۹۱۰$n',
    ],
    [
      'crypto',
      '{همسایه‌ام|یک دانشجو} با این {توکن|صرافی} {در سه هفته|در یک ماه} $n میلیون {سود کرد|درآمد داشت}. {آخرین فرصت|از دست ندهید}: https://$site/$n',
    ],
    [
      'phishing',
      '{آخرین اخطار|مهم}: {بسته‌ی پستی شما نگه داشته شده|پرداخت شما ناموفق بود}. {هزینه را بپردازید|اطلاعات کارت را وارد کنید} {همین امروز|تا نیمه‌شب}: http://$site/$n',
    ],
    [
      'look-alike',
      'سلام $name، {چه سایت خوبی|کارتان عالی است}! {ما ویدیوی تبلیغاتی|تیزر کوتاه} می‌سازیم که {فروش را سه برابر می‌کند|بازدیدکننده را مشتری می‌کند}. {این هفته نصف قیمت|اولی رایگان}. {نمونه‌ها|رزرو}: https://$site',
    ],
    [
      'lists',
      '{فالوور|لایک} {ارزان|واقعی} برای {اینستاگرام|تلگرام}، {تحویل فوری|ضمانت ریزش}، از $n هزار تومان. {پرداخت آنلاین|سفارش}: https://$site',
    ],
  ],
}
