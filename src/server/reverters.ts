import { collectionNames } from '../model/content/collections.ts'
import { contentReverter } from './content/revert-entry.ts'
import { cvVariantReverter, variantCollection } from './cv/variants.ts'
import { spamRulesReverter } from './inbox/spam-filter.ts'
import type { Reverter, Reverters } from './journal/revert.ts'
import type { Media } from './media/media.ts'
import { mediaReverter } from './media/revert-media-item.ts'
import { pastSiteReverter } from './publishing/past-site.ts'
import { shareLinkReverter } from './publishing/share-links.ts'
import { settingsReverter } from './settings/settings-store.ts'
import { requestCollection, testimonialRequestReverter } from './testimonials/requests.ts'
import { themeCollection, themeReverter } from './themes/themes.ts'

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
