#!/usr/bin/env node
// The first file of a release that runs, on whatever Node is there: CommonJS in the language of Node 6, so that an old one can read it
// and say which one is needed.
'use strict'
const { engines, version } = require('../package.json')

const least = engines.node.replace('>=', '')
const parts = (text) => text.split('.').map(Number)
const isOlder = ([major, minor], [leastMajor, leastMinor]) =>
  major < leastMajor || (major === leastMajor && minor < leastMinor)

if (isOlder(parts(process.versions.node), parts(least))) {
  console.error(
    `Vitrine ${version} needs Node ${least} or later; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Get a newer one from https://nodejs.org, or take the archive of Vitrine that has Node in it.',
  )
  process.exitCode = 2
} else require('./run.js')
