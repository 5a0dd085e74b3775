import type { CDPSession, Page } from 'playwright-core'

type Credential = Awaited<ReturnType<typeof read>>[number]

const read = async (debugging: CDPSession, authenticatorId: string) =>
  (await debugging.send('WebAuthn.getCredentials', { authenticatorId })).credentials

export interface VirtualKey {
  /** What it holds now, counters included. */
  credentials(): Promise<Credential[]>
  /** Holds these from now on and no others: a copy that somebody made, say. */
  hold(credentials: readonly Credential[]): Promise<void>
  /** Whether it is sure of who touches it. */
  verifies(sure: boolean): Promise<void>
}

/** Puts a device into this page's browser that makes and uses passkeys by itself, as Chromium's developer tools can. */
export const virtualKey = async (page: Page): Promise<VirtualKey> => {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('WebAuthn.enable')
  const { authenticatorId } = await debugging.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: () => read(debugging, authenticatorId),
    hold: async (credentials) => {
      await debugging.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of credentials)
        await debugging.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    verifies: async (isUserVerified) => {
      await debugging.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
