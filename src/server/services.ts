import { collectionNames } from '../model/content/collections.ts'
import type { Site } from '../model/publishing/page.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createNewDevices } from './accounts/new-devices.ts'
import { createPasswordResets } from './accounts/password-resets.ts'
import { ownerAddress } from './accounts/users.ts'
import { noteErased } from './backup/erased.ts'
import { createCardProcess, createCards } from './cards/cards.ts'
import { createConnections } from './connections/connections.ts'
import { createEntries } from './content/entries.ts'
import { createPublishedEntries } from './content/published-entries.ts'
import { contentReverter } from './content/revert-entry.ts'
import { createTextMatches } from './content/text-matches.ts'
import { moveCategory } from './content/write-entry.ts'
import { createCvFiles, createVariantFiles, createVariantKeys } from './cv/cv.ts'
import { createCvForms, createCvProcess } from './cv/cv-forms.ts'
import { createCvVariants, createVariantPreview, cvVariantReverter, variantCollection } from './cv/variants.ts'
import type { Database } from './db/database.ts'
import { readOrCreateSecret } from './db/secret.ts'
import { createCspReports } from './health/csp-reports.ts'
import { createMessageLimit } from './inbox/message-limit.ts'
import { answersIn, type Learn } from './inbox/message-row.ts'
import { createMessages } from './inbox/messages.ts'
import { createQuestions } from './inbox/questions.ts'
import { createSpamFilter, spamRulesReverter } from './inbox/spam-filter.ts'
import { contentVersion, createJournal } from './journal/journal.ts'
import type { Reverter, Reverters } from './journal/record-change.ts'
import { createAttempts } from './limits/attempts.ts'
import { createLinks } from './links/links.ts'
import { createMail } from './mail/mail.ts'
import { createBucket } from './media/bucket.ts'
import { createImageProcess } from './media/image-process.ts'
import { createMedia, type Media, mediaReverter } from './media/media.ts'
import { cleanUpBucket } from './media/move-media.ts'
import { withPreparedSamples } from './media/prepared-samples.ts'
import type { Config } from './process/config.ts'
import type { Log } from './process/log.ts'
import { createSealer } from './process/sealed-text.ts'
import { createContentReader, createLastGood, siteWords } from './publishing/content.ts'
import { createDrafts } from './publishing/drafts.ts'
import { type DrawnTexts, noTexts } from './publishing/drawn-texts.ts'
import { createSnapshots } from './publishing/page-snapshots.ts'
import { createPastSite, pastSiteReverter } from './publishing/past-site.ts'
import { createPublisher, createShownMedia } from './publishing/publisher.ts'
import { createPurge } from './publishing/purge.ts'
import { createScheduled } from './publishing/scheduled.ts'
import { createSharedPage, createShareLinks, shareLinkReverter } from './publishing/share-links.ts'
import { createReadiness } from './readiness/readiness.ts'
import { createSettings, liveCategories, settingsReverter } from './settings/settings-store.ts'
import { createSecurityHeaders, pageCaching } from './snapshots/security-headers.ts'
import type { Snapshot } from './snapshots/snapshots.ts'
import { createTestimonialRequests, requestCollection, testimonialRequestReverter } from './testimonials/requests.ts'
import type { CutFonts } from './themes/cut-fonts.ts'
import { createThemes, pageLook, themeCollection, themeReverter } from './themes/themes.ts'
import { createVisits } from './visits/visits.ts'

export const reverters = (media: Pick<Media, 'regenerate'>): Reverters =>
  new Map<string, Reverter<unknown>>([
    ...collectionNames.map((name) => [name, contentReverter] as const),
    [variantCollection, cvVariantReverter],
    ['media', mediaReverter(media)],
    ['settings', settingsReverter],
    ['share-links', shareLinkReverter],
    ['site', pastSiteReverter],
    ['spam-rules', spamRulesReverter],
    [requestCollection, testimonialRequestReverter],
    [themeCollection, themeReverter],
  ])

/** Builds the modules on an open database; from here on changes of content are published. */
export const createServices = (parts: {
  config: Config
  log: Log
  db: Database
  site: Site
  /** Those that the site shows. */
  texts?: DrawnTexts
  /** Those that the site has; without them fonts are whole. */
  cutFonts?: CutFonts
  /** Paths of the built files that visitors can fetch. */
  builtFiles?: ReadonlySet<string>
}) => {
  const { config, log, db, site, texts = noTexts, cutFonts, builtFiles = new Set() } = parts
  const security = createSecurityHeaders(config.publicUrl)
  const snapshots = createSnapshots()
  const publishedEntries = createPublishedEntries()
  const isServed = (path: string) => (path !== '/404' && snapshots.has(path)) || cv.has(path)
  const isHtmlPage = (path: string) =>
    path !== '/404' &&
    (snapshots.current.get(path)?.source.type ?? snapshots.deferred.get(path)?.type)?.startsWith('text/html') === true
  const links = createLinks({ builtFiles, isServed, publishedEntries, categories: liveCategories })
  const entries = createEntries(db, links, publishedEntries)
  const settings = createSettings(db, links, texts.checkCss)
  const attempts = createAttempts(db)
  const readSecret = async () => config.authSecret ?? (await readOrCreateSecret(db, config.dataDir, 'auth'))
  const connections = createConnections({ config, database: db, readSecret, log })
  const accounts = createAccounts({ config, database: db, attempts, settings, log, google: connections.google })
  const spam = createSpamFilter({ database: db, attempts, readSecret })
  const sealer = createSealer(readSecret, 'emails with links')
  const mail = createMail({
    ...{ config, connection: connections.mail, sealer, ownerAddress },
    ...{ database: db, settings, log },
    accent: () => look()?.light.field,
  })
  connections.onChange(() => {
    mail
      .reconnect()
      .catch((error: unknown) => log.warn('Waiting emails are not tried at once', { reason: String(error) }))
  })
  const learn: Learn = async (trx, labelled) => {
    await spam.learn(trx, labelled)
    // No notification was sent while it was quarantined.
    for (const { message, now } of labelled)
      if (now === 'wanted' && message.status === 'spam')
        await mail.announceLate(trx, { ...message, answers: answersIn(message) })
  }
  const images = withPreparedSamples(createImageProcess())
  const bucket = config.bucket && createBucket(config.bucket)
  const media = createMedia({ database: db, bucket, images })
  const lastGood = createLastGood(db)
  const onMade = (path: string, snapshot: Snapshot) => purge?.made(path, snapshot)
  const publisher = createPublisher({
    site,
    read: createContentReader({ db, entries, settings, media, onIcons: () => publisher.changed() }),
    snapshots,
    headers: (styles) => ['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding', ...security(styles)],
    log,
    lastGood,
    texts,
    fonts: cutFonts,
    onShown: () => {
      cv.changed()
      purge?.shown(snapshots)
    },
    onMade,
  })
  const load = (path: string) => snapshots.later.load(path) ?? cv.load(path) ?? cvVariantFiles.load(path, '')
  const purge = config.purge && createPurge({ ...config.purge, publicUrl: config.publicUrl, log, load })
  const cvProcess = createCvProcess()
  const makeCvForm = createCvForms({ process: cvProcess, variant: media.variant, font: cutFonts?.read })
  const { themes = [] } = site
  const look = () => pageLook(publisher.content(), themes)
  const cvParts = { content: publisher.content, publicUrl: config.publicUrl, themes, make: makeCvForm }
  const cv = createCvFiles({ ...cvParts, security: security(), log, onMade })
  const cvVariants = createCvVariants(db)
  const cvVariantKeys = createVariantKeys(readSecret)
  const cvVariantFiles = createVariantFiles({
    ...cvParts,
    variants: cvVariants.list,
    keys: cvVariantKeys,
    security: security(),
    log,
    onMade,
  })
  const cardProcess = createCardProcess()
  const cards = createCards({
    site,
    content: publisher.content,
    caughtUp: async () => publisher.published(await contentVersion(db.kysely)),
    process: cardProcess,
    variant: media.variant,
    security: security(),
    log,
  })
  const visits = createVisits({ database: db, config, settings, isPage: isHtmlPage, log })
  const scheduled = createScheduled({ database: db, log, links, publisher })
  const remember = async (name: string, at: Date) =>
    noteErased(config.dataDir, name, at).catch((error: unknown) => {
      log.error('An erasure could not be remembered; a restore may bring back what was erased', {
        reason: String(error),
      })
      throw error
    })
  const forgotten = async () => {
    await publisher.idle()
    await lastGood.close()
  }
  /** In the language of the site. */
  const words = () => siteWords(publisher.content())
  const stopPublishing = db.onChange((changes) => {
    // Who edits a draft may publish it soon.
    if (changes?.hidden) texts.warm()
    publisher.changed(changes)
  })
  const stopReading = db.onChange(cvVariantFiles.changed)
  const stopReporting = db.storage.onTurn((failure) => {
    if (failure) log.error('Nothing can be saved; what is stored goes on being shown', { reason: failure.message })
    else log.info('Saving works again')
  })
  const passwordResets = createPasswordResets({
    ...{ database: db, attempts, limited: config.limits, publicUrl: config.publicUrl, mail },
  })
  return {
    config,
    log,
    db,
    attempts,
    accounts,
    passwordResets,
    newDevices: createNewDevices({
      ...{ database: db, attempts, mail, publicUrl: config.publicUrl, readSecret, log },
      issueReset: passwordResets.issue,
    }),
    connections,
    links,
    entries,
    textMatches: createTextMatches(entries, settings),
    drafts: createDrafts(db, links, texts.checkCss),
    scheduled,
    journal: createJournal(db, reverters(media)),
    pastSite: createPastSite(db, media),
    settings,
    moveCategory: moveCategory(links),
    mail,
    messages: createMessages(db, {
      learn,
      mail,
      noteErased: remember,
      forgotten,
    }),
    questions: createQuestions({ database: db, mail }),
    testimonialRequests: createTestimonialRequests({
      ...{ database: db, readSecret, publicUrl: config.publicUrl, links, mail, words },
      ...{ noteErased: remember, forgotten },
    }),
    messageLimit: createMessageLimit(db, config.limits),
    spam,
    images,
    media,
    bucket,
    cleanUpBucket: async (now: number) => (bucket ? cleanUpBucket(db, bucket, now) : 0),
    snapshots,
    cards,
    publisher,
    purge,
    cv,
    makeCvForm,
    cvVariants,
    cvVariantKeys,
    cvVariantFiles,
    previewCvVariant: createVariantPreview(cvParts),
    words,
    site,
    texts,
    themes: createThemes(db, themes),
    look,
    cleanUpFonts: async (now: number) => cutFonts?.cleanUp(now) ?? 0,
    security,
    /** Reason for which the last backup of the day was not made. */
    dailyBackup: { failure: undefined as string | undefined },
    visits,
    readiness: createReadiness({
      ...{ db, site, snapshots, texts, content: publisher.content, mail, publicUrl: config.publicUrl },
      isFile: (path) => builtFiles.has(path) || cv.has(path),
    }),
    shareLinks: createShareLinks({ database: db, readSecret, publicUrl: config.publicUrl }),
    sharedPage: createSharedPage({ db, media, site, content: publisher.content, texts }),
    shownMedia: createShownMedia({ db, publisher, settings }),
    cspReports: createCspReports(config.publicUrl),
    close: async () => {
      stopPublishing()
      stopReading()
      stopReporting()
      connections.close()
      await scheduled.stop()
      await visits.stop()
      cv.close()
      cvProcess.close()
      publisher.close()
      purge?.close()
      await publisher.idle()
      await lastGood.close()
      images.close()
      cardProcess.close()
      texts.close()
      cutFonts?.close()
      await mail.outbox.stop(0)
      await db.close()
    },
  }
}

export type Services = ReturnType<typeof createServices>
