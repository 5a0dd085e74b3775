import { newShareLinkSchema, shareLinkSchema } from '../../model/publishing/share-link.ts'
import type { AppContext } from '../endpoint/context.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { listAnswer } from '../endpoint/schemas.ts'
import type { ShareLinks } from './share-links.ts'

const entryIn = ({ req }: AppContext): [collection: string, entry: string] => [
  req.param('collection') ?? '',
  req.param('id') ?? '',
]

export const shareLinksApi = (shareLinks: ShareLinks) =>
  ({
    list: jsonEndpoint(
      {
        summary: 'Lists the links under which the draft of a project or a page can be reviewed',
        answer: listAnswer('links', shareLinkSchema),
      },
      async (context) => ({ links: await shareLinks.list(...entryIn(context)), next: null }),
    ),
    create: jsonEndpoint(
      {
        summary: 'Makes a link under which the draft of a project or a page can be reviewed without an account',
        body: newShareLinkSchema,
        status: 201,
        answer: shareLinkSchema,
        event: 'Share link made',
      },
      (context, body) => shareLinks.create(...entryIn(context), { days: body.days ?? 7 }, authorOf(context)),
    ),
    end: jsonEndpoint({ summary: 'Ends such a link', answer: nothing, event: 'Share link ended' }, (context) =>
      shareLinks.end(...entryIn(context), context.req.param('link') ?? '', authorOf(context)),
    ),
  }) satisfies Record<string, Endpoint>
