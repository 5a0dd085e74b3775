import { z } from 'zod'

// Schemas compile code at run time unless this is set before the first is built. A page's Content-Security-Policy forbids that, and
// browsers report the mere probe for it. Every schema that reaches a browser imports `z` from here, so the order holds in any bundle.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { z }
