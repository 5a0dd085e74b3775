'use strict'

const [first] = process.argv.slice(2)
const asksForHelp = ['--help', '-h', '--version', '-v'].includes(first)

// Without a command it serves, so that `npx vitrine` starts a site in the folder where it is called.
if (first === undefined || (first.startsWith('-') && !asksForHelp)) process.argv.splice(2, 0, 'serve')

import('../dist/server/cli.js')
