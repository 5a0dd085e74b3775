const names = new Intl.DisplayNames('en', { type: 'region' })

/** Name of a country by its two letters of ISO 3166-1. */
export const countryName = (country: string): string => names.of(country) ?? country
