import type { Page } from 'playwright-core'

export interface VirtualKey {
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
    verifies: async (isUserVerified) => {
      await debugging.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
