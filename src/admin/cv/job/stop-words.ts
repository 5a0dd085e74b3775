import type { Language } from '../../../model/words/languages.ts'

/** Words that say nothing of a job: those that hold a sentence together, and those that stand in every advertisement. */
export const stopWords: Readonly<Record<Language, string>> = {
  en: `a about above across after all also am an and any apply applicant are as at background based be because been before being benefit best
    better both build but by can candidate career close collaborate company competitive contact create culture daily day degree deliver develop
    do does during each employee employer ensure environment equal etc every excellent experience experienced fast for from full further get
    give good great had has have he help her high him his how however i ideal if in include including into is it its job join just know
    knowledge like ll look looking make may member month more most much must need new nice no not of offer office on one only opportunity or
    other our out over own part people per plus position preferably preferred profile project proven provide qualification re really
    remote requirement required responsibility responsible role salary see senior junior she should similar skill so some start strong such
    support take task team than that the their them then there these they thing this those through time to together tool toward under
    understanding until up us use using ve very via want was way we week well were what when where whether which while who why will with within
    without work worker working world would year you your yourself description preferred ability able additional bonus desirable familiarity
    familiar solid hands hybrid currently first send cv resume developer engineer designer
    application programmer`,
  de: `aber alle allem allen aller alles als also am an andere anderen ansprechpartner anstellung arbeit arbeiten arbeitest arbeitgeber auch auf
    aufgabe aufgaben aus ausbildung bei benefits bereich bereits berufserfahrung bewerben bewerber bewerbung bieten bis bist bringst da damit dann
    das dass daß dein deine deinem deinen deiner dem den denn der des deutsch dich die dies diese diesem diesen dieser dieses dir doch du durch
    egal eigene eigenen ein eine einem einen einer eines entwickeln entwickelst entwickler entwicklerin entwicklung er erfahrung erfahrungen erste
    es etwas euch euer firma freuen für gehalt gehört gern gerne gute guten gut haben hast hat hier hoch hohe ich ideal ihr ihre ihren im in ins
    ist ja jahr jahre jahren jede jeden jeder jetzt job kannst kein keine kenntnis kenntnisse können lebenslauf machen mehr mehrere mehrjährige mein
    mindestens mit mitarbeiter möchten möglich muss nach neue neuen nicht noch nur ob oder ohne person position profil projekt projekte projekten
    schon sehr sein seit sich sicher sie sind so sowie sowohl stelle suchen stark studium team teil über um und uns unser unsere unserem unseren
    unserer unternehmen unter verfügst verantwortung viel viele vom von vor voraussetzung war was weil weiter wenn wer werden wie willkommen wir
    wird wo wollen woche wünschenswert zeit zu zum zur zusammen zwei zwischen vollzeit teilzeit standort idealerweise umgang`,
  fr: `à afin ai ainsi alors ans année années as au aucun aussi autre autres aux avantages avec avez avoir avons bien bon bonne bonnes ce cela
    celle ces cet cette ceux chaque chez cherchons comme compétence compétences connaissance connaissances contrat dans de depuis des deux
    développer développeur développeuse dès donc dont du elle elles emploi en encore entre entreprise environnement equipe équipe équipes es
    est et etc être eux expérience expériences faire fait faut femme fois formation fort forte homme ici idéalement il ils je la le les leur leurs
    lui ma mais même mes mettre mission missions moi moins mois mon ne nos notre nous nouveau nouvelle on ont ou où par pas pendant peut plus poste
    pour pouvoir première premier profil projet projets proposer quand que quel quelle qui quoi recherchons rejoindre rejoignez requis sa salaire
    sans se secteur ses si soit son sont sous stage sur ta te tes toi ton tous tout toute toutes travail travailler très tu un une vers via vie
    vos votre vous y êtes serez aurez souhaité souhaitée candidature candidat maîtrise maîtrisez bac sein`,
  es: `a al algo algún alguna año años ante antes aplicación aquí así aún aunque bien buena buenas bueno buscamos cada candidato capacidad
    capaz como con conocimiento conocimientos contrato contigo cual cuando cómo de deberá del desarrollador desarrolladora desarrollar desarrollo
    desde donde dos durante e el él ella ellos empleo empresa en entre entorno equipo equipos eres es esta está estamos estar este esto estos
    experiencia formación fue funciones gran grande ha hacer hacia hasta hay incluye ir jornada la las le les lo los más me mejor mejores mes meses
    mi mínimo mismo mucho muy nada ni no nos nosotros nuestra nuestras nuestro nuestros nueva nuevas nuevo nuevos o ofrecemos ofrecer oferta os
    otra otras otro otros para parte pero perfil persona personas poder por porque primera proyecto proyectos puede puesto que qué quien requisito
    requisitos responsabilidad responsabilidades salario se sea según ser si sí sin sobre solo son su sus también tan te tener tiempo tiene toda todas
    todo todos trabajar trabajo tu tus tú un una unas unos uno usted valorable valoramos vida y ya yo únete nivel buen`,
  pt: `a ao aos anos ano ainda algum alguma ambiente antes as até atividades às benefícios boa boas bom busca buscamos cada candidato candidatura
    capacidade carreira com como conhecimento conhecimentos contrato da das de dela dele desde desejável desenvolvedor desenvolvedora
    desenvolver desenvolvimento do dos e é ela elas ele eles em emprego empresa entre equipa equipas equipe equipes és esta está este estes eu
    experiência fazer foi formação função funções há horário isso isto já lhe mais mas me meses mesmo meu minha muito na não nas nem no nos nós
    nossa nossas nosso nossos nova novas novo novos num numa o oferecemos oferta onde os ou outra outras outro outros para parte pela pelas pelo pelos
    perfil pessoa pessoas pode por porque primeiro procuramos projeto projetos qual quando que quem requisito requisitos responsabilidade
    responsabilidades salário são se seja sem ser seu seus si sobre sólidos sua suas também tem tempo ter teu toda todas todo todos trabalhar trabalho
    tu tua tuas um uma umas uns vaga vida você vocês`,
  it: `a ad agli ai al alla alle allo altra altre altri altro anche ancora anni anno ambiente attività avere azienda bene buona buone buono candidato
    capacità che chi ci cerchiamo come competenza competenze con conoscenza conoscenze contratto cosa cui da dagli dai dal dalla dalle degli dei del
    della delle dello di dove due durante e è ed esperienza esperienze essere fa fare figura fino fra formazione gli grande ha hai hanno i il in
    inoltre inserimento io la lavorare lavoro le lei li lo loro lui ma maggiore me mesi mi mio minimo molto mondo ne negli nei nel nella nelle noi
    non nostra nostre nostri nostro nuova nuove nuovi nuovo o offerta offriamo ogni oltre ore per perché persona persone più posizione
    possibilità presso prima primo profilo progetti progetto può qualche quale quali quando quanto quella quello questa questi questo requisiti
    responsabilità ricerca richiesta ruolo se sede sei senza si sia siamo sono sopra sotto stato stipendio su sua sue sui sul sulla suo suoi svolgere
    sviluppare sviluppatore sviluppo te team tempo ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno vita vi voi vostro`,
  nl: `aan aanbod aanvraag af al alle alleen als altijd ander andere bedrijf ben bent beschikt bij bieden binnen contract daar dan dat de deze die dit
    doen door dus echt een eigen elk elke en enkele er ervaring even functie ga gaan geen genoeg goed goede graag groot grote haar heb hebben
    hebt heeft heel hem het hier hij hoe hoger hun iedereen iemand iets ik in is ja jaar je jezelf jij jou jouw kan kennis klant klanten kom kun
    kunnen leren maar maken mag maand me mee meer meerdere mensen met mij mijn minimaal moet na naar nederlands niet niets niveau nog nu of om
    omgeving ons onze ook op opleiding organisatie over plek profiel project projecten salaris samen sollicitatie sollicitant sollicitanten sollicitatiebrief solliciteer sollicitaties sollicitatieprocedure sollicitatiegesprek
    sterk taak taken te team tegen tijd toch toe tot tussen u uit uren uur vaak vacature van vanuit vaardigheden veel verantwoordelijk verder
    vereisten via vind voor vragen waar wanneer want was wat we week weet wel welke werk werken werkervaring werkzaamheden wie wij wil worden wordt
    zal ze zelf zich zij zijn zoals zoek zoeken zonder zou ontwikkelaar ontwikkelen ontwikkeling`,
  pl: `a aby ale albo aplikacja aplikuj bardzo bez bo być był była było będzie chcesz ci cię co czas czy dla dlaczego do dobra dobre dobrze
    dołącz doświadczenia doświadczenie firma firmy gdy gdzie go i ich im innych jak jako je jego jej jest jesteś jeśli już każdy kandydat kiedy która
    które którego której którzy który lat lata lub ma mamy masz mi miejsce miesiąc mile może możliwość my na nad nam nami nas nasz nasza nasze
    naszego naszej naszym nie nich nim niż nowe nowych o obowiązki od odpowiedzialność oferta oferujemy on ona oraz osoba osoby po pod podczas
    poszukujemy poziom praca pracować pracy projekt projekty projektów przed przez przy profil programista programistka rok roku rozwój rozwoju są się
    siebie stanowisko swoje szukamy ta tak także tam te tego tej ten to tu twoja twoje twój ty tym umiejętności umiejętność umowa w wiedza widziane
    wiele wraz we wszystkie wszystkich wymagania wynagrodzenie z za zadania zakres zatrudnienie ze zespole zespołem zespołu zespół znajomość został że
    życia ponad`,
  sv: `all alla allt alltid andra annan ansvar ansökan ansök arbeta arbetar arbete arbetet att av bakgrund bland bli blir bra både cv där de dem den
    denna deras dess det detta dig din dina ditt du då efter eller en er erbjuder erfarenhet ett få får företag för från gärna god goda genom gör
    ha har hel hela hos hur här i in inom inte jag jobb jobba jobbar kan kommer krav kunna kunskap kunskaper kund kunder kvalifikationer lön man mat
    med men mer merit meriterande mig minst mot mycket många måste möjlighet ni nu ny nya något några och också olika om oss på personer plats profil
    projekt roll samt sig ska sin sina sitt som stor stora stark söka söker så tid tidigare till tillsammans tjänst tjänsten under uppgifter upp ut
    utan utbildning utveckla utvecklare utveckling vad var vara varje vi viktigt vid vill våra vår vårt vem är år över`,
  nb: `alle andre annen ansvar arbeid arbeide arbeidsoppgaver at av bak bakgrunn ble bli blir bra bruk både da de deg dem den denne der dere
    deres det dette din dine ditt du eller en enn er erfaring et etter fag for fra få får gjennom gjør god gode godt ha har hele hos hun hva
    hver hvor hvordan hvem i ikke inn innen jeg jobb jobbe jobber kan kandidat kjennskap kom krav kunde kunder kunne kunnskap kvalifikasjoner lønn
    lyst man med meg men mer mest minst mot mye må mulighet mulighetene ny nye nå når og også om opp oppgaver oss over personer plass profil
    prosjekt prosjekter på rolle sammen samt seg selv selskap ser sin skal som stilling stillingen stor store sterk står så søk søker søknad team tid
    til tilbyr under ut utdanning utvikle utvikler utvikling vår våre vårt ved vi vil være år`,
  da: `af alle alt anden andre ansvar ansøg ansøgning arbejde arbejder at bag baggrund bedre blandt blev blive bliver brug både da dag de dem den
    denne der deres det dette dig din dine dit du efter eller en end er erfaring et fag flere for fra få får gennem gerne gode god godt gør
    gøre ha han har hele her hos hun hvad hver hvis hvor hvordan hvem i ikke ind inden jeg job jobbet kan kandidat kendskab kom kompetencer krav
    kunder kunne kvalifikationer løn lære man med meget mere mig min mindst mod mulighed må ny nye nu når og også om op opgaver os over personer
    plads profil projekt projekter på rolle sammen samt sig sin skal som stilling stillingen stor store stærk står så søger team tid til tilbyder
    uddannelse ud udvikle udvikler udvikling under ved vi vil virksomhed vores være år`,
  cs: `a aby ale ani asi až bez bude budeš budete by byl byla bylo být co či dal další den do dobrá dobré dobře firma firmy hledáme i jak jako je jeho
    jejich jen ještě ji jiné jsem jsi jsme jsou jste k kde kdo kdy kdyby když ke která které který kteří let mají mám máme máš máte mezi mi
    mimo minimálně místo mít moc mohou možnost může můžeš my na nabídka nabízíme nad náš naše našeho našem našich ne nebo něco není než nic nové nový
    nám nás o od odpovědnost ode on ona pak pečovat plat po pod podle pohovor pokud pouze pozice požadavky pozici práce práci pracovat praxe pro
    profil projekt projektech projekty proto protože první před při přidej rok roky roku rozvoj s se si smlouva své svůj ta tak také tam te tedy
    ten to tobě toho tomu tu tvé tvoje tvůj ty tým tými týmu tě u umíš už v vám vás váš ve vědět více vítáno vývoj vývojář však všech všechno vy z
    za zkušenost zkušenosti znalost znalosti ze že životopis`,
  uk: `а або але без був була були було бути в вам вас ваш ваша ваші ваше вже ви вимоги від вміння вона вони все всі для до досвід досвіду
    досвідом з за завдання зарплата зі знання знань і її із інші й його їх коли команда команди команду компанія компанії кожен кандидат ліпше
    має маєш маєте ми може можливість можна на над нам нас наш наша наше наші не немає ні нові новий ну о обов’язки один під пропонуємо по
    посада при про проєкт проєкти проєктів проект проекти проектів профіль працювати робота роботи роботу років рік розробка розробки розробник
    розуміння рівень рівні свій своє своїх себе та так також там те ти тим то того тобі тому тут твій твої у умови ує упевнене хто це цей ці
    цього час чи чим що щоб щодо як яка яке який які якщо я буде будемо шукаємо вакансія резюме`,
  tr: `acaba adı adet alan alanında ama ancak aranan aranıyor arıyoruz aday adaylar az bazı belki beklenen ben bence beri bile bilgi bilgisi bilgisine
    bir biri birlikte biz bizim bölüm bu çalışacak çalışma çalışmak çalışan çok çünkü da daha de deneyim deneyimi deneyimli değil diğer diye dolayı
    ekip ekibi ekibimize en fakat gereken gerekli gibi göre görev görevler hakim hale hakkında hem henüz hep her herhangi hiç için içinde ile ilgili
    ilk ise iş işe iyi kadar karşı katıl kendi ki kim konusunda kullanma maaş mezun mi mı mu mü nasıl ne neden nerede nitelik nitelikler o olan
    olarak oldukça olma olmak olması olmayan olur ona onlar onu ortam ortamı oysa önce özellikle özgeçmiş pek pozisyon proje projeler projelerde sahip
    sadece sen seviye siz sizin son sonra sorumluluk sorumluluklar süreç şey şirket şu tam tarafından tecrübe tecrübesi tecrübeli tercihen tüm
    üzere üzerinde ve veya vb var ya yani yapmak yapılan yıl yıllık yok yüksek yeni zaman geliştirme geliştirici başvuru yazılım`,
  ar: `أن أنت إلى إن أو أي أيضا الى التي الذي الذين ان او اي ب بعد بين تكون ثم جدا جميع حتى حول حيث خلال ذات ذلك سنة سنوات عام عدم على عليه عن عند
    عليها غير فقط في فيه فيها قبل قد كان كانت كل كما كيف كون لا لدى لدينا لديك لكن لم لن له لها ليس ما مثل مع معرفة من منذ منها نحن
    هذا هذه هل هم هنا هناك هو هي و وظيفة الوظيفة يجب يكون يمكن خبرة الخبرة خبرات فريق الفريق شركة الشركة العمل عمل مهارات المهارات
    مطلوب المطلوب متطلبات المتطلبات مسؤوليات المسؤوليات مهام المهام راتب الراتب دوام مرشح المرشح تقديم سيرة ذاتية القدرة نبحث بك لك
    لنا إضافة مشاريع المشاريع مشروع المشروع تطوير مطور مستوى جيد جيدة قوية قوي أكثر الأقل`,
  ja: `こと もの ため よう 方 者 年 以上 経験 開発 業務 内容 必須 歓迎 条件 募集 応募 資格 仕事 弊社 当社 会社 給与 年収 勤務 勤務地 時間 正社員 スキル
    チーム メンバー プロジェクト 担当 対応 環境 知識 能力 理解 可能 同社 企業 求人 年間 休日 福利厚生 待遇 選考 面接 職種 本社 制度 実務 基本 各種 関連 興味 想定 支給
    完備 株式会社 サービス エンジニア 場合 以下 月給 東京 社員 自社`,
}
