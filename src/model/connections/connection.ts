import { type Calls, nothing } from '../calls.ts'
import { keysOf, type ServiceKind, serviceKinds } from '../inbox/mail-services.ts'
import { isPlainLine, line } from '../text-rules.ts'
import { z } from '../zod.ts'

const encryptions = ['tls', 'starttls', 'none'] as const
/** `tls`: from the first byte. `starttls`: required before the sign-in. `none`: for a mail server on this machine. */
export type Encryption = (typeof encryptions)[number]

const required = (label: string, max: number) => line(label, max).min(1, `${label} is required.`)
/** Left out or empty: the stored one stays. Never trimmed. */
const secret = z
  .string()
  .max(1000, 'At most 1000 characters.')
  .refine(isPlainLine, 'It contains characters that cannot be sent.')
  .optional()

const mailbox = (label: string) =>
  required(label, 300).regex(/^(?:[^<>@]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    error: 'Enter an email address, alone or with a name: Mira <mira@example.com>.',
  })
const recipient = line('Recipient', 254)
  .regex(/^(?:[^\s<>@,;]+@[^\s<>@,;]+)?$/, { error: 'Enter an email address like name@example.com.' })
  .optional()

export const smtpInputSchema = z.strictObject({
  kind: z.literal('smtp'),
  host: required('Server', 253).regex(/^(?:[\w.-]+|[\da-f:.]+)$/i, {
    error: 'Enter the name of the server alone, like smtp.example.com.',
  }),
  port: z.int('Enter a port, like 465.').min(1, 'Enter a port, like 465.').max(65_535, 'Ports end at 65535.'),
  encryption: z.enum(encryptions, 'Choose how the connection is encrypted.'),
  user: line('User name', 320),
  password: secret,
  from: mailbox('Sender'),
  to: recipient,
})
export type SmtpInput = z.infer<typeof smtpInputSchema>

/** Keys of a service as its form sends them, by their names; a secret may be left out. */
export type ServiceInput = { kind: ServiceKind; to?: string | undefined } & {
  [key: string]: string | null | undefined
}

export const serviceInputSchema = (kind: ServiceKind) =>
  z.strictObject({
    kind: z.literal(kind),
    ...Object.fromEntries(
      keysOf(kind).map(([name, key]) => [
        name,
        key.secret ? secret.nullable().describe('Null removes the stored one.') : required(key.label, 200),
      ]),
    ),
    to: recipient,
  })

export type MailInput = SmtpInput | ServiceInput
const mailInputSchema = z.discriminatedUnion('kind', [
  smtpInputSchema,
  ...serviceKinds.map(serviceInputSchema),
]) as unknown as z.ZodType<MailInput, MailInput>

/** The name under which an answer says whether a secret is stored, such as `hasPassword`. */
export const hasNameOf = (secret: string): string => `has${secret.charAt(0).toUpperCase()}${secret.slice(1)}`

/** Values of a service without its secrets, and for each of these whether it is stored. */
const shownService = (kind: ServiceKind) => {
  const secrets = keysOf(kind).flatMap(([name, key]) => (key.secret ? [name] : []))
  return serviceInputSchema(kind)
    .omit(Object.fromEntries(secrets.map((name) => [name, true])) as never)
    .extend(Object.fromEntries(secrets.map((name) => [hasNameOf(name), z.boolean()])))
}

type ShownMail =
  | (Omit<SmtpInput, 'password'> & { hasPassword: boolean })
  | ({ kind: ServiceKind; to?: string | undefined } & { [key: string]: string | boolean | undefined })

const shownMailSchema = z.discriminatedUnion('kind', [
  smtpInputSchema.omit({ password: true }).extend({ hasPassword: z.boolean() }),
  ...serviceKinds.map(shownService),
]) as unknown as z.ZodType<ShownMail>

export const googleInputSchema = z.strictObject({ clientId: required('Client ID', 300), clientSecret: secret })
export type GoogleInput = z.infer<typeof googleInputSchema>

const stepNames = [
  ...(['find', 'connect', 'encrypt', 'sign-in', 'sender', 'recipient', 'send'] as const),
  ...(['issuer', 'client'] as const),
]
export type StepName = (typeof stepNames)[number]

/** One step of a test, in the order in which they are made. */
const testStepSchema = z.object({
  step: z.enum(stepNames),
  state: z.enum(['done', 'failed', 'not-reached']),
  message: z.string().nullable().describe('Why it failed and what to do, in plain words.'),
  answer: z.string().nullable().describe('The other side’s answer, word for word.'),
})
export type TestStep = z.infer<typeof testStepSchema>

/** A connection is saved only when its test passes. */
const savedConnectionSchema = z.object({ saved: z.boolean(), steps: z.array(testStepSchema) })
export type SavedConnection = z.infer<typeof savedConnectionSchema>

const state = {
  source: z.enum(['environment', 'saved']).nullable().describe('Where it comes from; null: not set up.'),
  variables: z.array(z.string()).describe('The variables that set it. They go first, and cannot be changed here.'),
  savedAt: z.iso.datetime().nullable().describe('When it was saved on the screen, in use or not.'),
  readable: z.boolean().describe('False when it was saved with another AUTH_SECRET: it has to be entered again.'),
}

/** The connections without their secrets. */
export const connectionsSchema = z.object({
  mail: z.object({
    ...state,
    values: shownMailSchema.nullable().describe('What was saved on the screen.'),
  }),
  google: z.object({
    ...state,
    values: z.object({ clientId: z.string() }).nullable().describe('What was saved on the screen.'),
    issuer: z.string(),
    redirectUri: z.string().describe('To be entered at the provider, exactly so.'),
  }),
})
export type Connections = z.infer<typeof connectionsSchema>
export type ConnectionKind = keyof Connections

export const connectionCalls = () =>
  ({
    'GET /api/connections': { answer: connectionsSchema },
    'PUT /api/connections/mail': { body: mailInputSchema, answer: savedConnectionSchema },
    'DELETE /api/connections/mail': { answer: nothing() },
    'PUT /api/connections/google': { body: googleInputSchema, answer: savedConnectionSchema },
    'DELETE /api/connections/google': { answer: nothing() },
  }) satisfies Calls
