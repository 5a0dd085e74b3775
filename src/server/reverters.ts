import { collectionNames } from '../model/content/collections.ts'
import { contentReverter } from './content/revert-entry.ts'
import { cvVariantReverter } from './cv/variants/revert-variant.ts'
import { variantCollection } from './cv/variants/variants.ts'
import { spamRulesReverter } from './inbox/spam/revert-spam-rules.ts'
import type { Reverter, Reverters } from './journal/revert.ts'
import type { Media } from './media/media.ts'
import { mediaReverter } from './media/revert-media-item.ts'
import { shareLinkReverter } from './publishing/revert-share-link.ts'
import { settingsReverter } from './settings/revert-settings.ts'

export const reverters = (media: Pick<Media, 'regenerate'>): Reverters =>
  new Map<string, Reverter<unknown>>([
    ...collectionNames.map((name) => [name, contentReverter] as const),
    [variantCollection, cvVariantReverter],
    ['media', mediaReverter(media)],
    ['settings', settingsReverter],
    ['share-links', shareLinkReverter],
    ['spam-rules', spamRulesReverter],
  ])
