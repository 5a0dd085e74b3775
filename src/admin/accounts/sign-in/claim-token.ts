/** The token of the claim link, `/register#claim=…`. In the fragment, so that it is in no log. */
export const claimToken = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? undefined
