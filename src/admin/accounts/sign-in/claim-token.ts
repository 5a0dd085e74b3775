/** Token of the claim link, `/register#claim=…`. A fragment never reaches a log. */
export const claimToken = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? undefined
