import { createdInvitationSchema, invitationSchema, newInvitationSchema } from '../../../model/accounts/invitation.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../../endpoint/endpoint.ts'
import { listAnswer } from '../../endpoint/schemas.ts'
import { invitationEmail } from '../../mail/link-emails.ts'
import type { Mail } from '../../mail/mail.ts'
import type { AccountParts } from './library-endpoints.ts'

export const invitationsApi = ({ accounts: { invitations }, config: { publicUrl } }: AccountParts, mail: Mail) =>
  ({
    list: jsonEndpoint(
      { summary: 'Lists the open invitations', answer: listAnswer('invitations', invitationSchema) },
      async () => ({ invitations: await invitations.list(), next: null }),
    ),
    create: jsonEndpoint(
      {
        summary: 'Makes a link with which somebody becomes a member, and mails it when email is set up',
        body: newInvitationSchema,
        status: 201,
        answer: createdInvitationSchema,
        event: 'Invitation made',
      },
      async (_context, { email, days }) => {
        const linkOf = (token: string) => `${publicUrl}/register#invite=${token}`
        const site = await mail.siteName()
        // Without a way to send it, nobody was mailed.
        const to = mail.canWriteToOthers() ? email : undefined
        const { token, ...made } = await invitations.create({ email: to, days }, async (token, until) => {
          if (to === undefined) return async () => {}
          const content = invitationEmail(site, linkOf(token), until, publicUrl)
          const delivery = await mail.sealedLink('invitation', to, content, until)
          return (trx) => mail.outbox.enqueue(trx, delivery)
        })
        mail.outbox.poll()
        return { ...made, link: linkOf(token) }
      },
    ),
    revoke: jsonEndpoint(
      { summary: 'Revokes an invitation', answer: nothing, event: 'Invitation revoked' },
      (context) => invitations.revoke(context.req.param('id') ?? ''),
    ),
  }) satisfies Record<string, Endpoint>
