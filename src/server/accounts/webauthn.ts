import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'

// One module for both parts of the library: loaded apart, the bundle runs their parts in an order in which they do not start.
export {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/**
 * Throws for an attestation with certificates. None was asked for, and the library would fetch the lists of revoked ones from wherever a
 * certificate says, before it knows who signed that.
 */
export const refuseCertificates = ({ response }: RegistrationResponseJSON): void => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  // A key may sign for itself, which browsers pass on (WebAuthn Level 3, 5.1.3).
  if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
    throw new Error(`An attestation that was not asked for: ${format}`)
}
