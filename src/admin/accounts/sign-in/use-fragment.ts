import { useLocation } from 'react-router'

/**
 * A value of the URL's fragment, such as the token of `/register#claim=…`. A fragment never reaches a log. It is read again when a link
 * is opened in a tab that already shows the screen.
 */
export const useFragment = (name: string): string | undefined =>
  new URLSearchParams(useLocation().hash.slice(1)).get(name) ?? undefined
