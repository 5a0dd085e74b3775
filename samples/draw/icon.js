import { ink } from './kit.js'

// Two slopes and a sun between them: a V for Vitrine, and a show-window's light. Few shapes, so that 16 px are enough.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
  `<clipPath id="c"><rect width="64" height="64" rx="14"/></clipPath><g clip-path="url(#c)"><rect width="64" height="64" fill="${ink.bone}"/>` +
  `<circle cx="32" cy="20" r="12" fill="${ink.vermilion}"/>` +
  `<path d="M0 6L32 58L64 6V64H0z" fill="${ink.night}"/></g></svg>\n`

export const files = () => ({ 'icon.svg': icon, '../src/site/public/favicon.svg': icon })
